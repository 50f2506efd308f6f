import { bucketOf, PERIODS, type Candle } from '@tickmark/core/market/candles'
import type { Sample } from '@tickmark/core/market/simulated/prices'
import { MINUTE, type CandleBook } from './candles.ts'
import type { PriceSource } from '../source.ts'

/** Number of candles of each length before the first tick, and the maximum distance of their sample prices; in seconds. */
const LENGTHS: ReadonlyMap<number, { count: number; apart: number }> = new Map([
  [MINUTE, { count: 1_560, apart: 60 }],
  [PERIODS['5min'], { count: 240, apart: 60 }],
  [PERIODS['15min'], { count: 150, apart: 180 }],
  [PERIODS['1hour'], { count: 150, apart: 900 }],
  [PERIODS['4hour'], { count: 150, apart: 3_600 }],
  [PERIODS['1day'], { count: 150, apart: 21_600 }],
  [PERIODS['1week'], { count: 130, apart: 86_400 }],
])

/**
 * Fills in candles up to a second from the source where no tick was logged: before the first tick, and during a long downtime.
 * The newest ones, which ticks continue, are made at once and stored; older ones on the first read of a series, again after each
 * start.
 */
export function fillPast(
  book: CandleBook,
  source: PriceSource,
  pids: readonly number[],
  untilSecond: number,
): void {
  for (const pid of pids) {
    for (const seconds of LENGTHS.keys()) {
      const newest = bucketOf(seconds, untilSecond)
      const isThere = book.held(pid, seconds).some((one) => one.openedAt === newest)
      if (!isThere) book.fill(pid, seconds, drawn(source, pid, seconds, [newest], untilSecond))
    }
  }
  book.fillWhenRead((pid, seconds) => {
    const opened = lackingOf(book.held(pid, seconds), seconds, untilSecond)
    return drawn(source, pid, seconds, opened, untilSecond)
  })
}

/** Opening times of the candles that a series lacks up to a second, in order. */
function lackingOf(series: readonly Candle[], seconds: number, untilSecond: number): number[] {
  const count = LENGTHS.get(seconds)?.count ?? 0
  const there = new Set(series.map((one) => one.openedAt))
  const first = bucketOf(seconds, untilSecond) - (count - 1) * seconds
  return Array.from({ length: count }, (_, i) => first + i * seconds).filter((one) => !there.has(one))
}

/** Candles with these opening seconds, in order, as far back as the source knows prices. */
function drawn(
  source: PriceSource,
  pid: number,
  seconds: number,
  opened: readonly number[],
  untilSecond: number,
): Candle[] {
  const [first, last] = [opened[0], opened.at(-1)]
  if (first === undefined || last === undefined) return []
  const apart = LENGTHS.get(seconds)?.apart ?? seconds
  // A candle opens with the last price before it.
  const samples = source.past(pid, first - seconds, Math.min(last + seconds - 1, untilSecond), apart)
  const wanted = new Set(opened)
  return candlesOfSamples(samples, seconds).filter((one) => wanted.has(one.openedAt))
}

/** Each candle opens with the close of the one before it, if any: a price holds until the next sample. */
export function candlesOfSamples(samples: readonly Sample[], seconds: number): Candle[] {
  const candles: Candle[] = []
  for (const { second, price } of samples) {
    const openedAt = bucketOf(seconds, second)
    const last = candles.at(-1)
    if (last?.openedAt === openedAt) {
      widen(last, price)
      continue
    }
    const open = last && last.openedAt + seconds === openedAt ? last.close : price
    const candle = { openedAt, open, high: open, low: open, close: open }
    widen(candle, price)
    candles.push(candle)
  }
  return candles
}

function widen(candle: Candle, price: bigint): void {
  if (price > candle.high) candle.high = price
  if (price < candle.low) candle.low = price
  candle.close = price
}
