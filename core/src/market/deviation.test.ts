import { expect, test } from 'vitest'
import { deviationRange, deviationStands, roundedDeviation } from './deviation.ts'

test.each([
  ['itself', 1, true],
  ['almost 2 % more', 1.019_999, true],
  ['more than that', 1.020_001, false],
  ['almost 2 % less', 0.980_001, true],
  ['less than that', 0.979_999, false],
])('a quote for a deviation stands at %s, or ends with it', (_, sigma, stands) => {
  expect(deviationStands(1, { sigma, error: 0 })).toBe(stands)
})

test('a published deviation is the nearest of its decimals, and its error is never understated', () => {
  expect(roundedDeviation(0.000_013_400_000_4, 0.020_000_1)).toEqual({ sigma: 0.000_0134, error: 0.020_001 })
  expect(roundedDeviation(0.000_013_400_000_6, 0.02)).toEqual({ sigma: 0.000_013_400_001, error: 0.02 })
})

test('a price allows for two standard errors on each side', () => {
  expect(deviationRange({ sigma: 4, error: 0.25 })).toEqual([2, 6])
  expect(deviationRange({ sigma: 4, error: 0.25 }, 1)).toEqual([3, 5])
  expect(deviationRange({ sigma: 4, error: 0 })).toEqual([4, 4])
})
