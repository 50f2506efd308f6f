import { ONE, type Amount } from '@tickmark/core/money/money'
import type { ProgrammeDay } from '@tickmark/wire/schemas/arbitrage'
import { unitsOf } from '../terms.ts'

/**
 * A closed day's result for hosts of a product: `paid` a yield, `zero`, or a `loss`. On an `empty` day there was a
 * pool and nobody hosted: a small principal would have earned the upper yield.
 */
export type DayState = 'paid' | 'zero' | 'loss' | 'empty'

export interface YieldRow {
  day: string
  state: DayState
  profit: Amount
  /** The day's yield as a fraction, in units of 1e-8. */
  share: bigint
  /** Number of the log's entry; null until it is logged. */
  seq: number | null
}

/** The programme's days for a product with this upper yield, in order. */
export function yieldRows(days: readonly ProgrammeDay[], upperPpm: bigint): YieldRow[] {
  const upper = (upperPpm * ONE) / 1_000_000n
  return days.map(({ day, seq, ...one }) => {
    const [profit, pool, hosted] = [unitsOf(one.profit), unitsOf(one.pool), unitsOf(one.hosted)]
    const of = (state: DayState, share: bigint): YieldRow => ({ day, state, profit, share, seq })
    if (profit < 0n) return of('loss', 0n)
    if (pool === 0n) return of('zero', 0n)
    if (hosted === 0n) return of('empty', upper)
    const share = (pool * ONE) / hosted
    return of('paid', share < upper ? share : upper)
  })
}

/** The mean yield of these days, rounded down; 0 without any. */
export function meanShare(rows: readonly YieldRow[]): bigint {
  if (rows.length === 0) return 0n
  return rows.reduce((sum, { share }) => sum + share, 0n) / BigInt(rows.length)
}

export function countOf(rows: readonly YieldRow[], state: DayState): number {
  return rows.filter((row) => row.state === state).length
}
