import { expect, test } from 'vitest'
import { readPicture } from './picture.ts'

const JPG = [0xff, 0xd8, 0xff, 0xe0]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function file(start: number[], size: number, type: string): Blob {
  const bytes = new Uint8Array(size)
  bytes.set(start)
  return new Blob([bytes], { type })
}

test.each([
  { name: 'a JPG', given: file(JPG, 100, 'image/jpeg'), read: 'image/jpeg' },
  { name: 'a PNG that calls itself a JPG', given: file(PNG, 100, 'image/jpeg'), read: 'image/png' },
  { name: 'one as large as may be', given: file(PNG, 6_291_456, 'image/png'), read: 'image/png' },
  { name: 'one byte more', given: file(PNG, 6_291_457, 'image/png'), read: 'tooLarge' },
  {
    name: 'a text that calls itself a PNG',
    given: new Blob(['<svg/>'], { type: 'image/png' }),
    read: 'invalid',
  },
  { name: 'a WebP', given: new Blob(['RIFF0000WEBP'], { type: 'image/webp' }), read: 'invalid' },
  { name: 'nothing', given: new Blob([]), read: 'invalid' },
])('$name is $read', async ({ given, read }) => {
  const picture = await readPicture(given)
  expect(typeof picture === 'string' ? picture : picture.type).toBe(read)
})
