import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameInk } from './samePicture.ts'

const byte = fc.integer({ min: 0, max: 255 })
const pixel = fc.tuple(byte, byte, byte, byte)

test('ink is the same when no pixel differs visibly; the colour of transparent pixels does not count', () => {
  fc.assert(
    fc.property(fc.array(pixel, { maxLength: 20 }), pixel, (pixels, [r, g, b]) => {
      expect(isSameInk(pixels.flat(), pixels.flat())).toBe(true)
      expect(isSameInk([...pixels.flat(), r, g, b, 0], [...pixels.flat(), 0, 0, 0, 0])).toBe(true)
    }),
  )
})

test('a pixel of another colour or opacity, or an extra one, makes another drawing', () => {
  fc.assert(
    fc.property(
      fc.array(pixel, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(3),
      (pixels, any, part) => {
        const at = (any % pixels.length) * 4
        const ink = pixels.flat()
        // Opaque, so that each channel counts in full.
        ink[at + 3] = 255
        const changed = [...ink]
        changed[at + part] = ((ink[at + part] ?? 0) + 128) % 256
        expect(isSameInk(ink, changed)).toBe(false)
        expect(isSameInk(ink, [...ink, 0, 0, 0, 0])).toBe(false)
      },
    ),
  )
})

test.each([
  [252, true],
  [253, true],
  [251, false],
  [0, false],
])('black ink of opacity 254 looks like that of %i: %s', (opacity, isSame) => {
  expect(isSameInk([0, 0, 0, 254], [0, 0, 0, opacity])).toBe(isSame)
  expect(isSameInk([0, 0, 0, opacity], [0, 0, 0, 254])).toBe(isSame)
})
