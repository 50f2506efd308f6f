import { MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'

export interface SmallPicture {
  /** A JPEG; re-encoded, so it carries no metadata. */
  picture: Blob
  width: number
  height: number
}

/**
 * Re-encodes a picture as a JPEG of the size that the server keeps. Lowers the quality step by step, from the first
 * of `qualities` (0 to 1) to the last, until it has at most `mostBytes`. Null when this browser cannot read the
 * picture.
 */
export async function smallPicture(
  picture: Blob,
  { qualities = [0.9], mostBytes = Infinity }: { qualities?: readonly number[]; mostBytes?: number } = {},
): Promise<SmallPicture | null> {
  try {
    const bitmap = await createImageBitmap(picture)
    try {
      const canvas = drawSmall(bitmap)
      if (!canvas) return null
      const { width, height } = canvas
      let made: Blob | null = null
      for (const quality of qualities) {
        made = await jpegOf(canvas, quality)
        if (!made || made.size <= mostBytes) break
      }
      return made && { picture: made, width, height }
    } finally {
      bitmap.close()
    }
  } catch {
    return null
  }
}

function drawSmall(bitmap: ImageBitmap): HTMLCanvasElement | null {
  const share = Math.min(1, MOST_PICTURE_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG has no transparency; the server uses a white background too.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
