import { constants, deflateRawSync } from 'node:zlib'

/** A message ready for the wire in both forms: with compression, and without. */
export interface WireFrame {
  plain: Buffer
  deflated: Buffer
}

/**
 * One text message as WebSocket frames (RFC 6455), built once for any number of readers. Compressed per RFC 7692
 * without context takeover: raw deflate, flushed, its last four bytes dropped, RSV1 set.
 */
export function wireFrame(text: string): WireFrame {
  const body = Buffer.from(text, 'utf8')
  const squeezed = deflateRawSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
  return { plain: frameOf(body, false), deflated: frameOf(squeezed.subarray(0, -4), true) }
}

/** The same without the compressed form, for messages to one reader. */
export function plainFrame(text: string): Buffer {
  return frameOf(Buffer.from(text, 'utf8'), false)
}

function frameOf(body: Buffer, isDeflated: boolean): Buffer {
  const first = 0x81 | (isDeflated ? 0x40 : 0) // FIN, text
  if (body.length < 126) return Buffer.concat([Buffer.from([first, body.length]), body])
  const head = Buffer.alloc(body.length < 65_536 ? 4 : 10)
  head[0] = first
  if (body.length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(body.length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(body.length), 2)
  }
  return Buffer.concat([head, body])
}
