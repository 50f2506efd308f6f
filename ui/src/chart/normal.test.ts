import { expect, test } from 'vitest'
import { bell, normalQuantile } from './normal.ts'

test.each([
  [0.5, 0],
  [0.65, 0.38532],
  [0.8, 0.84162],
  [0.975, 1.95996],
  [0.025, -1.95996],
])('below %d lies z = %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(5e-4)
})

test('a probability of 0 or 1 is drawn far out, not at infinity', () => {
  expect(Number.isFinite(normalQuantile(0))).toBe(true)
  expect(normalQuantile(1)).toBeCloseTo(-normalQuantile(0), 9)
})

test('the bell is highest in the middle and symmetric', () => {
  expect(bell(0)).toBe(1)
  expect(bell(1.3)).toBe(bell(-1.3))
})
