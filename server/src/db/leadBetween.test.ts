import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadBetween } from './leadBetween.ts'

test.each([
  [100, 100, 100, 0, 0],
  [100, 350, 100, 250, 0],
  [100, 350, 300, 150, 100],
  [100, 200, 300, 0, 100],
  [100, 50, 101, -50.5, 0.5],
])('read between %i and %i … %i', (sinceMs, readMs, untilMs, aheadMs, errorMs) => {
  expect(leadBetween(sinceMs, readMs, untilMs)).toEqual({ aheadMs, errorMs })
})

test('the true lead is within the error, whenever the clock was read, and reaches it at both ends', () => {
  const times = fc.tuple(
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 2_000 }),
    fc.nat({ max: 100 }),
    fc.integer({ min: -5_000, max: 5_000 }),
  )
  fc.assert(
    fc.property(times, ([sinceMs, tookMs, percent, lead]) => {
      const at = (share: number) => leadBetween(sinceMs, sinceMs + tookMs * share + lead, sinceMs + tookMs)
      const { aheadMs, errorMs } = at(percent / 100)
      expect(Math.abs(aheadMs - lead)).toBeLessThanOrEqual(errorMs + 1e-9)
      for (const end of [0, 1]) expect(Math.abs(at(end).aheadMs - lead)).toBeCloseTo(errorMs, 6)
    }),
  )
})
