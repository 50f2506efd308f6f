import { crc32 } from 'node:zlib'
import { isAllowed, type PictureSize } from './pictureSize.ts'

/**
 * Width and height in pixels of a plain PNG: nothing after its end, no metadata, every checksum right, and no side longer
 * than allowed. Null for anything else.
 */
export function plainPngSize(bytes: Buffer): PictureSize | null {
  if (bytes.toString('hex', 0, 8) !== SIGNATURE) return null
  let size: PictureSize | null = null
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!PLAIN.has(type) || (type === 'IHDR') !== (at === 8)) return null
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null
    if (type === 'IHDR' && length === 13)
      size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    if (type === 'IEND') return end === bytes.length && size && isAllowed(size) ? size : null
    at = end
  }
  return null
}

const SIGNATURE = '89504e470d0a1a0a'
/** The picture and its resolution. */
const PLAIN = new Set(['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND'])
