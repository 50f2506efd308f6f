import { closeDay } from '@tickmark/core/arbitrage/sharing'
import type { BatchesEntry, YieldEntry } from '@tickmark/core/log/log'
import { DAY_SECONDS, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'

/** What the next entries of the arbitrage programme must fit to. */
export interface Programme {
  /** Number of the last line that a `trades` entry has, and of the last that a `yield` entry counts. */
  logged: number
  counted: number
  /** The day of the last `yield` entry; null before the first. */
  day: string | null
  /** What that day left to be earned back. */
  carried: string
}

export const NO_PROGRAMME: Programme = { logged: 0, counted: 0, day: null, carried: '0' }

/** What is known after a `trades` entry; null unless its lines have the next numbers. */
export function withTrades(
  before: Programme,
  { count, first, last }: Pick<BatchesEntry, 'count' | 'first' | 'last'>,
): Programme | null {
  const follows = first === before.logged + 1 && count === last - first + 1
  return follows ? { ...before, logged: last } : null
}

/**
 * What is known after a `yield` entry; null unless it is of the next day, after its end, counts the next lines, of which
 * `trades` entries have all, and its sums follow from its profit and the day before.
 */
export function withYield(before: Programme, entry: YieldEntry): Programme | null {
  const { day, first, last, profit, real, simulated } = entry
  const { carried, pool } = closeDay(BigInt(profit), BigInt(before.carried))
  const isNext = before.day === null || day === dayName((dayOfName(before.day) ?? 0) + 1)
  const isOver = entry.at >= ((dayOfName(day) ?? Infinity) + 1) * DAY_SECONDS * 1000
  const isCounted = first === before.counted + 1 && last <= before.logged
  const isSum = entry.carried === String(carried) && entry.pool === String(pool)
  const isPaid = [real, simulated].every(([, , paid]) => BigInt(paid) <= pool)
  if (!isNext || !isOver || !isCounted || !isSum || !isPaid) return null
  return { ...before, counted: last, day, carried: entry.carried }
}
