import { expect, test } from 'vitest'
import { dueUntilMs, steadyClock } from './deviceTime.ts'

const HOUR_MS = 3_600_000
const AT = 1_790_000_000_000

test.each([
  ['that nobody sets', 0, 60_000],
  ['that is set forward by three hours', 3 * HOUR_MS, 3 * HOUR_MS + 60_000],
  ['that is set back by three hours', -3 * HOUR_MS, 60_000],
])('a minute lasts a minute by a clock %s, and nothing is due later', (_, stepMs, dueMs) => {
  const device = { wall: AT, monotonic: 5_000 }
  const steady = steadyClock({ wallMs: () => device.wall, monotonicMs: () => device.monotonic })
  expect(steady()).toBe(AT)
  device.monotonic += 60_000
  device.wall += 60_000 + stepMs
  expect([steady() - AT, dueUntilMs(steady, () => device.wall) - AT]).toEqual([60_000, dueMs])
})
