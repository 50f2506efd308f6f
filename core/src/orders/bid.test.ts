import { expect, test } from 'vitest'
import { bidStands } from './bid.ts'

test.each([
  ['the same', 1_000_000n, 1_000_000n, true],
  ['more', 1_000_000n, 1_500_000n, true],
  ['2 % less', 1_000_000n, 980_000n, true],
  ['a unit below that', 1_000_000n, 979_999n, false],
  ['2 % less, rounded down', 51n, 49n, true],
  ['a unit below that', 51n, 48n, false],
  ['nothing, as quoted', 0n, 0n, true],
  ['nothing, unlike the quote', 100n, 0n, false],
])('a quoted bid is paid while the order is worth %s', (_, quoted, present, stands) => {
  expect(bidStands(quoted, present)).toBe(stands)
})
