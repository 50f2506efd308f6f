import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Period } from './candles.ts'
import { bucketOf, PERIODS } from './candles.ts'
import { foldTicks } from './candles.testing.ts'

const AT = Date.parse('2026-11-21T13:47:31Z') / 1000

test.each<[Period, string]>([
  ['5min', '2026-11-21T13:45:00Z'],
  ['15min', '2026-11-21T13:45:00Z'],
  ['1hour', '2026-11-21T13:00:00Z'],
  ['4hour', '2026-11-21T12:00:00Z'],
  ['1day', '2026-11-21T00:00:00Z'],
  ['1week', '2026-11-16T00:00:00Z'],
])('Saturday 13:47:31 UTC lies in the %s candle of %s', (period, opened) => {
  expect(bucketOf(PERIODS[period], AT)).toBe(Date.parse(opened) / 1000)
})

test('a week starts on Monday, not a second earlier', () => {
  const monday = Date.parse('2026-11-16T00:00:00Z') / 1000
  expect(bucketOf(PERIODS['1week'], monday)).toBe(monday)
  expect(bucketOf(PERIODS['1week'], monday - 1)).toBe(monday - 604_800)
})

test('ticks fold into open, high, low and close of their buckets', () => {
  const at = bucketOf(300, AT)
  const rows: [number, bigint][] = [
    [0, 5n],
    [1, 9n],
    [250, 2n],
    [299, 4n],
    [300, 7n],
    [900, 1n],
  ]
  expect(
    foldTicks(
      rows.map(([second, price]) => ({ atMs: (at + second) * 1000, price })),
      300,
    ),
  ).toEqual([
    { openedAt: at, open: 5n, high: 9n, low: 2n, close: 4n },
    { openedAt: at + 300, open: 7n, high: 7n, low: 7n, close: 7n },
    { openedAt: at + 900, open: 1n, high: 1n, low: 1n, close: 1n },
  ])
})

test('candles of longer periods agree with those of shorter ones', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 99n }), { minLength: 1, maxLength: 60 }), (prices) => {
      const ticks = prices.map((price, i) => ({ atMs: (AT + 37 * i) * 1000, price }))
      const short = foldTicks(ticks, 300)
      for (const long of foldTicks(ticks, 900)) {
        const parts = short.filter((one) => bucketOf(900, one.openedAt) === long.openedAt)
        expect(long.open).toBe(parts[0]?.open)
        expect(long.close).toBe(parts.at(-1)?.close)
        expect(parts.every((one) => one.high <= long.high && one.low >= long.low)).toBe(true)
        expect(parts.some((one) => one.high === long.high) && parts.some((one) => one.low === long.low)).toBe(
          true,
        )
      }
    }),
  )
})
