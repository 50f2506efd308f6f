import sharp from 'sharp'

/** A plain picture of 600 by 400 pixels. */
export function plainPicture(format: 'png' | 'jpeg'): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#3366cc' } })
    .toFormat(format)
    .toBuffer()
}
