import { bucketOf, PERIODS, withPrice, type Candle } from '@tickmark/core/market/candles'
import type { CandleRow } from '../store.ts'
import type { MarketTick } from '../ticks.ts'

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
  /** Inserts candles that a series lacks. */
  fill(pid: number, seconds: number, lacking: readonly Candle[]): void
  /** From now on, fills each series with the candles it lacks on its first read. */
  fillWhenRead(lackingOf: (pid: number, seconds: number) => readonly Candle[]): void
  /** Folds a tick into the candles. Idempotent. */
  push(tick: MarketTick): void
  /** Oldest first; empty for an unknown product. Read-only. */
  series(pid: number, seconds: number): readonly Candle[]
  /** The same without candles filled in on read. */
  held(pid: number, seconds: number): readonly Candle[]
  /** Every candle that may have changed in a second's slot. */
  touchedIn(second: number): CandleRow[]
}

export function createCandleBook(): CandleBook {
  const book = new Map<number, Map<number, Candle[]>>()
  let unread = new Set<readonly Candle[]>()
  let lackingOf: (pid: number, seconds: number) => readonly Candle[] = () => []

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
      for (const [seconds, most] of HELD) {
        const series = seriesOf(pid, seconds)
        fold(series, seconds, second, price)
        if (series.length <= most + SLOT) continue
        series.splice(0, SLOT)
        unread.delete(series)
      }
    }
  }

  function fill(pid: number, seconds: number, lacking: readonly Candle[]): void {
    const series = seriesOf(pid, seconds)
    const all = [...series, ...lacking].toSorted((a, b) => a.openedAt - b.openedAt)
    series.splice(0, series.length, ...all)
  }

  const held = (pid: number, seconds: number): readonly Candle[] => book.get(pid)?.get(seconds) ?? []

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
    fill,
    fillWhenRead(of) {
      lackingOf = of
      unread = new Set([...book.values()].flatMap((product) => [...product.values()]))
    },
    push,
    series(pid, seconds) {
      const series = held(pid, seconds)
      if (unread.delete(series)) fill(pid, seconds, lackingOf(pid, seconds))
      return series
    },
    held,
    touchedIn,
  }
}

function fold(series: Candle[], seconds: number, second: number, price: bigint): void {
  const openedAt = bucketOf(seconds, second)
  let at = series.length - 1
  while (at >= 0 && (series[at] as Candle).openedAt > openedAt) at -= 1
  const known = series[at]
  if (known?.openedAt === openedAt) series[at] = withPrice(known, seconds, second, price)
  else if (at === series.length - 1) series.push(withPrice(undefined, seconds, second, price))
  // else the bucket lies before newer ones and is not filled yet: the source's past covers it
}
