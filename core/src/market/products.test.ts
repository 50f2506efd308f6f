import { expect, test } from 'vitest'
import { PRODUCTS } from './products.ts'

const SECONDS_A_DAY = 86_400

test.each(PRODUCTS)(
  'a step of $symbol is between 1/100 and 1/2000 of a second’s standard deviation',
  ({ base, decimals, dailyVolatility }) => {
    const deviation = (Number(base) * dailyVolatility) / Math.sqrt(SECONDS_A_DAY)
    const steps = deviation * 10 ** decimals
    expect(steps).toBeGreaterThan(100)
    expect(steps).toBeLessThan(2_000)
  },
)

test('each product has a number, a symbol and a name of its own', () => {
  expect(PRODUCTS.map(({ pid }) => pid)).toEqual(PRODUCTS.map((_, i) => i + 1))
  for (const field of ['symbol', 'name', 'colour'] as const)
    expect(new Set(PRODUCTS.map((one) => one[field])).size, field).toBe(PRODUCTS.length)
})
