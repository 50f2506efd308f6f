import { MOST_PICTURE_BYTES, MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'

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

/**
 * Shrinks the picture to a JPEG of the size that the server keeps, for slow connections. Keeps the file when that fails
 * (the server then reports the problem) or saves nothing.
 */
async function shrink(picture: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(picture)
    try {
      const small = await drawSmall(bitmap)
      return small && small.size < picture.size ? small : picture
    } finally {
      bitmap.close()
    }
  } catch {
    return picture
  }
}

function drawSmall(bitmap: ImageBitmap): Promise<Blob | null> {
  const share = Math.min(1, MOST_PICTURE_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // JPEG has no transparency; the server uses a white background too.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
