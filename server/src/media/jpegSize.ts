import { isAllowed, type PictureSize } from './pictureSize.ts'

/**
 * Width and height in pixels of a plain JPEG: nothing after its end marker, no metadata, and no side longer than
 * allowed. Null for anything else.
 */
export function plainJpegSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null
  let size: PictureSize | null = null
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes.readUInt16BE(at)
    if (marker === START_OF_SCAN) return size && isAllowed(size) ? size : null
    if (!PLAIN.has(marker)) return null
    const isFrame = marker === BASELINE || marker === PROGRESSIVE
    if (isFrame && at + 9 <= bytes.length) {
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const BASELINE = 0xffc0
const PROGRESSIVE = 0xffc2
const START_OF_SCAN = 0xffda
/** JFIF's header, both kinds of frame, and the tables: Huffman, quantisation, restart interval. */
const PLAIN = new Set([0xffe0, BASELINE, PROGRESSIVE, 0xffc4, 0xffdb, 0xffdd])
