import { bucketOf, PERIODS, withPrice, type Candle } from '@tickmark/core/market/candles'
import type { CandleRow } from './store.ts'
import type { MarketTick } from './ticks.ts'

/** One-minute closes are also stored as candles: volatility and the 24 h change are computed from them. */
export const MINUTE = 60
/** Candles are written when a bucket of this length ends; all other lengths are multiples or divisors of it. */
export const SLOT = PERIODS['5min']
/** Maximum candles of a period per answer. */
export const MOST_CANDLES = 240

/** Number of candles of each length, in seconds, kept in memory. */
export const HELD: ReadonlyMap<number, number> = new Map([
  [MINUTE, 1_560],
  ...Object.values(PERIODS).map((seconds) => [seconds, MOST_CANDLES] as const),
])

/** Number kept in the table. */
export const KEPT: ReadonlyMap<number, number> = new Map([
  [MINUTE, 1_600],
  ...Object.values(PERIODS).map((seconds) => [seconds, 1_000] as const),
])

/** All shown candles; the last of each series is still growing. */
export interface CandleBook {
  load(rows: readonly CandleRow[]): void
  /** Folds a tick into the candles; folding it again changes nothing. */
  push(tick: MarketTick): void
  /** Oldest first; empty for an unknown product. Read-only. */
  series(pid: number, seconds: number): readonly Candle[]
  /** Every candle that may have changed in a second's slot. */
  touchedIn(second: number): CandleRow[]
}

export function createCandleBook(): CandleBook {
  const book = new Map<number, Map<number, Candle[]>>()

  function seriesOf(pid: number, seconds: number): Candle[] {
    const product = book.get(pid) ?? new Map<number, Candle[]>()
    const series = product.get(seconds) ?? []
    product.set(seconds, series)
    book.set(pid, product)
    return series
  }

  function push(tick: MarketTick): void {
    const second = tick.atMs / 1000
    for (const [pid, price] of tick.prices) {
      for (const [seconds, most] of HELD) fold(seriesOf(pid, seconds), seconds, second, price, most)
    }
  }

  function touchedIn(second: number): CandleRow[] {
    const slot = bucketOf(SLOT, second)
    const rows: CandleRow[] = []
    for (const [pid, product] of book) {
      for (const [period, series] of product) {
        for (let i = series.length - 1; i >= 0; i--) {
          const candle = series[i] as Candle
          if (candle.openedAt + period <= slot) break
          if (candle.openedAt < slot + SLOT) rows.push({ pid, period, ...candle })
        }
      }
    }
    return rows
  }

  return {
    load(rows) {
      for (const { pid, period, ...candle } of rows) seriesOf(pid, period).push(candle)
    },
    push,
    series: (pid, seconds) => book.get(pid)?.get(seconds) ?? [],
    touchedIn,
  }
}

function fold(series: Candle[], seconds: number, second: number, price: bigint, most: number): void {
  const openedAt = bucketOf(seconds, second)
  let at = series.length - 1
  while (at >= 0 && (series[at] as Candle).openedAt > openedAt) at -= 1
  const known = series[at]
  if (known?.openedAt === openedAt) series[at] = withPrice(known, seconds, second, price)
  else if (at === series.length - 1) series.push(withPrice(undefined, seconds, second, price))
  // else the bucket lies before newer ones and was never filled: the source's history covers it
  if (series.length > most + SLOT) series.splice(0, SLOT)
}
