import { bucketOf, PERIODS, type Candle } from '@tickmark/core/market/candles'
import { MINUTE } from '../candles.ts'
import type { PriceSource } from '../source.ts'
import type { CandleRow } from '../store.ts'

/**
 * The candle periods built from samples, with each period's sample interval (a step that suits the simulated index) and
 * count.
 */
interface Plan {
  step: number
  counts: readonly [seconds: number, count: number][]
}

const PLANS: readonly Plan[] = [
  {
    step: 60,
    counts: [
      [MINUTE, 1_560],
      [PERIODS['5min'], 240],
      [PERIODS['15min'], 150],
    ],
  },
  { step: 900, counts: [[PERIODS['1hour'], 150]] },
  { step: 3_600, counts: [[PERIODS['4hour'], 150]] },
  { step: 10_800, counts: [[PERIODS['1day'], 150]] },
  { step: 86_400, counts: [[PERIODS['1week'], 130]] },
]

/**
 * Candles for the time before the first tick, up to a second, from samples of the source's history. Highs and lows are
 * those of the samples; ticks widen the last candles.
 */
export function backfilledCandles(
  source: PriceSource,
  pids: readonly number[],
  untilSecond: number,
): CandleRow[] {
  return PLANS.flatMap((plan) => pids.flatMap((pid) => planned(plan, source, pid, untilSecond)))
}

function planned({ step, counts }: Plan, source: PriceSource, pid: number, untilSecond: number): CandleRow[] {
  const starts = counts.map(([seconds, count]) => bucketOf(seconds, untilSecond) - (count - 1) * seconds)
  const from = Math.min(...starts)
  const prices = source.history(pid, from, step, Math.floor((untilSecond - from) / step) + 1)
  return counts.flatMap(([period], i) =>
    candlesOfSamples(prices, from, step, period)
      .filter((candle) => candle.openedAt >= (starts[i] as number))
      .map((candle) => ({ pid, period, ...candle })),
  )
}

/** Each candle runs from the sample at its start to the sample at its end, which opens the next one. */
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
