import { bucketOf, PERIODS, type Candle } from '@tickmark/core/candles'
import { MINUTE } from './candles.ts'
import type { PriceSource } from './source.ts'
import type { CandleRow } from './store.ts'

/** Which candles are drawn from samples how far apart, and how many of them. Steps suit the simulated index. */
const PLANS: readonly { step: number; counts: readonly [seconds: number, count: number][] }[] = [
  {
    step: 60,
    counts: [
      [MINUTE, 1_560],
      [PERIODS['5min'], 240],
      [PERIODS['15min'], 150],
    ],
  },
  { step: 300, counts: [[PERIODS['1hour'], 150]] },
  { step: 1_800, counts: [[PERIODS['4hour'], 150]] },
  { step: 10_800, counts: [[PERIODS['1day'], 150]] },
  { step: 21_600, counts: [[PERIODS['1week'], 130]] },
]

/**
 * Candles of the time before there were ticks, up to a second, from samples of the source's history. Their highs and
 * lows are those of the samples; ticks widen the last ones.
 */
export function backfilledCandles(
  source: PriceSource,
  pids: readonly number[],
  untilSecond: number,
): CandleRow[] {
  const rows: CandleRow[] = []
  for (const { step, counts } of PLANS) {
    const starts = counts.map(([seconds, count]) => bucketOf(seconds, untilSecond) - (count - 1) * seconds)
    const from = Math.min(...starts)
    const samples = Math.floor((untilSecond - from) / step) + 1
    for (const pid of pids) {
      const prices = source.history(pid, from, step, samples)
      for (const [i, [period]] of counts.entries()) {
        for (const candle of candlesOfSamples(prices, from, step, period)) {
          if (candle.openedAt >= (starts[i] as number)) rows.push({ pid, period, ...candle })
        }
      }
    }
  }
  return rows
}

/** Each candle runs from the sample at its start to the one at its end, which opens the next. */
export function candlesOfSamples(
  prices: readonly (bigint | null)[],
  fromSecond: number,
  stepSeconds: number,
  seconds: number,
): Candle[] {
  const candles: Candle[] = []
  for (const [i, price] of prices.entries()) {
    if (price === null) continue
    const openedAt = bucketOf(seconds, fromSecond + i * stepSeconds)
    const last = candles.at(-1)
    if (last && (last.openedAt === openedAt || last.openedAt + seconds === fromSecond + i * stepSeconds)) {
      widen(last, price)
    }
    if (last?.openedAt !== openedAt)
      candles.push({ openedAt, open: price, high: price, low: price, close: price })
  }
  return candles
}

function widen(candle: Candle, price: bigint): void {
  if (price > candle.high) candle.high = price
  if (price < candle.low) candle.low = price
  candle.close = price
}
