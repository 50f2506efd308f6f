import { PERIODS, type Candle } from '@tickmark/core/market/candles'
import { expect, test } from 'vitest'
import { createCandleBook, MINUTE } from './candles.ts'
import { MARKET_FIRST_DAY, MARKET_SEED } from '../market.testing.ts'
import { candlesOfSamples, fillPast } from './pastCandles.ts'
import { simulatedSource } from '../simulatedSource.ts'

const AT = 1_795_219_200
const LENGTHS = [MINUTE, ...Object.values(PERIODS)]
const source = simulatedSource(MARKET_SEED, MARKET_FIRST_DAY)

const candle = (openedAt: number, open: bigint, high: bigint, low: bigint, close: bigint): Candle => ({
  openedAt: AT + openedAt,
  open,
  high,
  low,
  close,
})

const samplesOf = (prices: readonly [second: number, price: bigint][]) =>
  prices.map(([second, price]) => ({ second: AT + second, price }))

test('a candle opens with the last price before it, and after a gap with its own first price', () => {
  const samples = samplesOf([
    [0, 5n],
    [140, 9n],
    [310, 4n],
    [599, 6n],
    [1_000, 8n],
    [1_100, 7n],
  ])
  expect(candlesOfSamples(samples, 300)).toEqual([
    candle(0, 5n, 9n, 5n, 9n),
    candle(300, 9n, 9n, 4n, 6n),
    candle(900, 8n, 8n, 7n, 7n),
  ])
  expect(candlesOfSamples([], 300)).toEqual([])
})

/** A series of one product, filled up to a second. */
function filled(seconds: number, untilSecond: number, held: readonly Candle[] = []): readonly Candle[] {
  const book = createCandleBook()
  book.fill(1, seconds, held)
  fillPast(book, source, [1], untilSecond)
  return book.series(1, seconds)
}

test.each(LENGTHS)('candles of %i s are connected up to the requested second', (seconds) => {
  const until = AT + 12_345
  const series = filled(seconds, until)
  expect(series.length).toBeGreaterThanOrEqual(130)
  for (const [i, one] of series.entries()) {
    const before = series[i - 1]
    if (!before) continue
    expect([one.openedAt, one.open]).toEqual([before.openedAt + seconds, before.close])
  }
  const last = series.at(-1) as Candle
  expect(last.openedAt <= until && until < last.openedAt + seconds).toBe(true)
})

test.each(LENGTHS)('a candle of %i s is the same whenever it is computed', (seconds) => {
  const early = filled(seconds, AT + 2 * seconds)
  const late = filled(seconds, AT + 5 * seconds)
  const ended = early.slice(0, -1)
  const again = late.filter((one) => ended.some((known) => known.openedAt === one.openedAt))
  expect(again).toEqual(ended.slice(3))
})

test('a candle made from ticks stays as it is, and those around it are filled in', () => {
  const known = candle(-600, 1n, 3n, 1n, 2n)
  const series = filled(300, AT, [known])
  expect(series).toHaveLength(240)
  expect(series.filter((one) => one.openedAt === known.openedAt)).toEqual([known])
})

test('the newest candle of each length exists before the first read, so that ticks continue it', () => {
  const book = createCandleBook()
  fillPast(book, source, [1], AT + 59)
  for (const seconds of LENGTHS) expect(book.held(1, seconds)).toHaveLength(1)
})
