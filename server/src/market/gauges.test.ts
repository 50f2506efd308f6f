import { PRODUCTS } from '@tickmark/core/market/products'
import { expect, test } from 'vitest'
import { createGauges } from './gauges.ts'
import { MARKET_FIRST_DAY, MARKET_SEED, venueSource } from './market.testing.ts'
import { simulatedSource } from './simulatedSource.ts'

const pids = [1, 2]

/** A price that rises and falls alternately by the same log return. */
function zigzag(second: number, change: number): bigint {
  return BigInt(Math.round(1e13 * Math.exp(second % 2 === 0 ? 0 : change)))
}

test('the simulated market has exactly the deviation it is drawn with, from the start', () => {
  const gauges = createGauges(simulatedSource(MARKET_SEED, MARKET_FIRST_DAY), pids)
  const { dailyVolatility = 0 } = PRODUCTS[0] ?? {}
  expect(gauges.deviation(1)).toEqual({
    sigma: Math.round((dailyVolatility / Math.sqrt(86_400)) * 1e12) / 1e12,
    error: 0,
  })
  expect(gauges.wantsMs).toBe(0)
})

test('the deviation of a venue index is estimated from every tick, product by product', () => {
  const gauges = createGauges(venueSource(new Map()), pids)
  expect(gauges.deviation(1)).toBeNull()
  for (let second = 0; second < 9_000; second++) {
    const prices = new Map([[1, zigzag(second, 0.0001)]])
    if (second < 100) prices.set(2, zigzag(second, 0.0001))
    gauges.push({ seq: second + 1, atMs: second * 1000, prices })
  }
  // Alternating moves nearly cancel out over five seconds.
  expect(gauges.deviation(1)?.sigma).toBeLessThan(0.00005)
  expect(gauges.deviation(1)?.error).toBeLessThan(0.05)
  expect(gauges.deviation(2)).toBeNull()
  // Enough ticks of before a start for its first price.
  expect(gauges.wantsMs).toBe(6 * 3_600_000)
})
