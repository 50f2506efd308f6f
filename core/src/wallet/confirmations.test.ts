import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmationsOf, newestFinal } from './confirmations.ts'

test.each([
  [100, 100, 1],
  [98, 100, 3],
  [101, 100, 0],
])('block %s with newest block %s has %s confirmations', (block, head, expected) => {
  expect(confirmationsOf(block, head)).toBe(expected)
})

test('the newest final block has exactly enough confirmations, and the next one too few', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 512 }), (head, needed) => {
      const block = newestFinal(head, needed)
      expect(confirmationsOf(block, head)).toBe(needed)
      expect(confirmationsOf(block + 1, head)).toBe(needed - 1)
    }),
  )
})
