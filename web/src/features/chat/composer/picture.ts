import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import { smallPicture } from '../../../browser/smallPicture.ts'

const STARTS = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
]

/**
 * Checks a file before the upload by its first bytes, not its name. Returns the picture with its true type, or the
 * problem.
 */
export async function readPicture(file: Blob): Promise<Blob | 'invalid' | 'tooLarge'> {
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  } catch {
    // The file was moved or deleted after it was chosen.
    return 'invalid'
  }
  const found = STARTS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (!found) return 'invalid'
  if (file.size > MOST_PICTURE_BYTES) return 'tooLarge'
  return shrink(file.slice(0, file.size, found.type))
}

/** The shrunk picture. Keeps the file when that fails (the server then reports the problem) or saves nothing. */
async function shrink(picture: Blob): Promise<Blob> {
  const small = await smallPicture(picture)
  return small && small.picture.size < picture.size ? small.picture : picture
}
