import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusalAnswer, Refused } from './refused.ts'

/**
 * Answers what is not even a request, or did not come whole in time, in the shape of every answer. Whoever was too slow may
 * try again, and that is what `busy` says.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
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

/** By Node's code of the failure; everything else is a `bad_request`. */
const CODES: Readonly<Record<string, 'too_large' | 'busy'>> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'busy',
}
