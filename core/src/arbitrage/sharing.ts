import { DAY_MS, nextMidnight } from '../days.ts'
import type { Amount } from '../money/money.ts'
import { PROGRAMME } from './programme.ts'

/** A day's books, in units of USDT. */
export interface DayResult {
  /** Moves from the venues to the programme's account: the profit after earlier losses are earned back; never below zero. */
  earned: Amount
  /** The loss still to be earned back: zero or below. */
  carried: Amount
  /** The most that hosts may be paid: half of `earned`, rounded down. */
  pool: Amount
}

/** Closes a day with a profit (below zero for a loss), given the loss carried over from earlier days (zero or below). */
export function closeDay(profit: Amount, carriedBefore: Amount): DayResult {
  const sum = profit + carriedBefore
  if (sum <= 0n) return { earned: 0n, carried: sum, pool: 0n }
  return { earned: sum, carried: 0n, pool: (sum * PROGRAMME.sharedPpm) / 1_000_000n }
}

/**
 * A day's payout to one order of a book: its share of the pool by principal, at most its product's upper yield, rounded down.
 * `hosted` is the principal of all orders of that book that were active the whole day. Their payouts never add up to more than
 * the pool.
 */
export function payoutOf(
  { principal, upperPpm }: { principal: Amount; upperPpm: bigint },
  { pool, hosted }: { pool: Amount; hosted: Amount },
): Amount {
  if (hosted === 0n) return 0n
  const [share, upper] = [(pool * principal) / hosted, (principal * upperPpm) / 1_000_000n]
  return share < upper ? share : upper
}

/** When an order begins to share, ms since 1970: the first UTC midnight after it was placed, so that it shares in whole days. */
export function sharesFrom(placedAtMs: number): number {
  return nextMidnight(placedAtMs)
}

/** When an order's principal is returned, ms since 1970: at the UTC midnight that ends its last day. */
export function expiryOf(placedAtMs: number, days: number): number {
  return sharesFrom(placedAtMs) + days * DAY_MS
}

/** What an early exit returns, and its fee. */
export interface Exited {
  back: Amount
  fee: Amount
}

/** What an early exit returns of a principal, and its fee: no unit of the principal goes elsewhere. */
export function exitOf({ principal, exitFeePpm }: { principal: Amount; exitFeePpm: bigint }): Exited {
  const fee = exitFeeOf(principal, exitFeePpm)
  return { back: principal - fee, fee }
}

/** Fee of an early exit: whole cents, rounded down, so never more than the stated fee. */
export function exitFeeOf(principal: Amount, exitFeePpm: bigint): Amount {
  return ((principal * exitFeePpm) / 1_000_000n / PROGRAMME.unit) * PROGRAMME.unit
}
