import { expect, test } from 'vitest'
import { steadyClock } from './deviceTime.ts'

test('the steady clock has whole ms although the monotonic clock has fractions', () => {
  let monotonicMs = 12.3
  const steady = steadyClock({ wallMs: () => 1_000_000, monotonicMs: () => monotonicMs })
  expect(steady()).toBe(1_000_000)
  monotonicMs += 1_234.567
  expect(steady()).toBe(1_001_235)
})
