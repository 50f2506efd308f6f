/** Tolerance for a colour multiplied by its opacity: re-encoding a PNG may change it this much. */
const APART = 2

/** Whether two pictures of the same size look the same. False for pictures that this browser cannot read. */
export async function isSamePicture(one: Blob, other: Blob): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)])
    return a.width === b.width && a.height === b.height && isSameInk(a.data, b.data)
  } catch {
    return false
  }
}

/** Whether two lists of RGBA bytes look the same on any background. */
export function isSameInk(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [one[at + 3] ?? 0, other[at + 3] ?? 0]
    if (Math.abs(a - b) > APART) return false
    for (let channel = at; channel < at + 3; channel++) {
      const apart = ((one[channel] ?? 0) * a - (other[channel] ?? 0) * b) / 255
      if (Math.abs(apart) > APART) return false
    }
  }
  return true
}

async function pixelsOf(blob: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(blob)
  try {
    const { width, height } = bitmap
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('this browser shows no picture')
    pen.drawImage(bitmap, 0, 0)
    return pen.getImageData(0, 0, width, height)
  } finally {
    bitmap.close()
  }
}
