import { expect, test } from 'vitest'
import { easeOut } from './easeOut.ts'

test.each([
  [-1, 0],
  [0, 0],
  [0.1, 0.271],
  [0.5, 0.875],
  [0.9, 0.999],
  [1, 1],
  [2, 1],
])('after %d of its time a movement has %d of its way', (share, way) => {
  expect(easeOut(share)).toBeCloseTo(way, 12)
})
