import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalAnswer, Refused } from './refused.ts'

/**
 * Answers a request that is malformed or arrived too slowly, in the shape of every answer. A slow client gets `busy`: it may
 * retry. A connection without a request is closed silently: a browser opens some ahead, and would take a waiting refusal for the
 * answer to its first request (RFC 9112, 9.5).
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const body = refusalAnswer(new Refused(CODES[error.code ?? ''] ?? 'bad_request'), DEFAULT_LANGUAGE)
  const json = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`)
}

/** By Node's error code; all others are `bad_request`. */
const CODES: Readonly<Record<string, 'too_large' | 'busy'>> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'busy',
}
