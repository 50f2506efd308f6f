import { expect, test } from 'vitest'
import { ClockOff } from './signOrder.ts'

test.each([
  [30_001, 30],
  [-30_501, 31],
  [3_600_000, 3_600],
  [-90_000, 90],
])('clocks that differ by %d ms are told to be %d seconds apart, whichever is ahead', (offMs, seconds) => {
  expect(new ClockOff(offMs).seconds).toBe(seconds)
})
