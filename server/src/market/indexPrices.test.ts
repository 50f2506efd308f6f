import { PERIODS, type Candle, type Period } from '@tickmark/core/market/candles'
import { expect, test } from 'vitest'
import { openOrderFixture, START_MS, START_PRICE } from '../orders/orders.testing.ts'
import { indexPrices } from './indexPrices.ts'

test('the firm price is this second’s, and there is none while the product is paused', async () => {
  const fixture = await openOrderFixture()
  try {
    const prices = indexPrices(fixture.market)
    await fixture.pass(2)
    expect(prices.firm(1)).toBe(START_PRICE)
    fixture.prices.set(1, START_PRICE + 5n)
    await fixture.pass(1)
    expect(prices.firm(1)).toBe(START_PRICE + 5n)
    expect(prices.price(1)).toBe(START_PRICE + 5n)
    fixture.prices.delete(1)
    await fixture.pass(1)
    expect(prices.firm(1)).toBeNull()
    expect(prices.price(1)).toBe(START_PRICE + 5n)
    expect([prices.firm(99), prices.price(99)]).toEqual([null, null])
  } finally {
    await fixture.close()
  }
})

test('a past tick counts for 5 s after it', async () => {
  const fixture = await openOrderFixture()
  try {
    const prices = indexPrices(fixture.market)
    await fixture.pass(3)
    fixture.prices.set(1, START_PRICE + 5n)
    await fixture.pass(1)
    fixture.prices.delete(1)
    await fixture.pass(10)
    const at = (seconds: number) => prices.tickAt(1, START_MS + seconds * 1000)
    expect(await at(3)).toBe(START_PRICE)
    expect(await at(4)).toBe(START_PRICE + 5n)
    expect(await at(9)).toBe(START_PRICE + 5n)
    expect(await at(10)).toBeNull()
  } finally {
    await fixture.close()
  }
})

test('a past close comes from the finest candles that reach back so far', () => {
  const nowS = START_MS / 1000
  const series = (period: Period, count: number): Candle[] =>
    Array.from({ length: count }, (_, i) => {
      const openedAt = nowS - (count - i) * PERIODS[period]
      const close = BigInt(openedAt + PERIODS[period])
      return { openedAt, open: 0n, high: 0n, low: 0n, close }
    })
  const prices = indexPrices({
    figures: () => new Map(),
    latest: () => null,
    acceptsOrders: () => false,
    isPaused: () => false,
    ticksBetween: async () => [],
    candles: (pid, period) => (pid === 1 ? series(period, 240) : []),
  })
  const hour = 3_600
  for (const [ago, expected] of [
    [0, 0],
    [301, 600],
    [21 * hour + 1, 21 * hour + 900],
    [70 * hour + 1, 71 * hour],
    [20 * 24 * hour + 1, 20 * 24 * hour + 4 * hour],
  ] as const) {
    expect(prices.closeAt(1, START_MS - ago * 1000)).toBe(BigInt(nowS - expected))
  }
  expect(prices.closeAt(1, START_MS - 41 * 24 * hour * 1000)).toBeNull()
  expect(prices.closeAt(2, START_MS)).toBeNull()
})
