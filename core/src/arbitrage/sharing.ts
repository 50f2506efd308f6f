import { DAY_MS, nextMidnight } from '../days.ts'
import type { Amount } from '../money/money.ts'
import { PROGRAMME } from './programme.ts'

/** A day's books, in units of USDT. */
export interface DayResult {
  /** What leaves the venues for the programme's account: the profit after earlier losses were earned back; never below zero. */
  earned: Amount
  /** What is still to be earned back: zero or below. */
  carried: Amount
  /** What may be paid to hosts: half of `earned`, rounded down. */
  pool: Amount
}

/** Closes a day with a profit (below zero for a loss) after what earlier days left to be earned back (zero or below). */
export function closeDay(profit: Amount, carriedBefore: Amount): DayResult {
  const sum = profit + carriedBefore
  if (sum <= 0n) return { earned: 0n, carried: sum, pool: 0n }
  return { earned: sum, carried: 0n, pool: (sum * PROGRAMME.sharedPpm) / 1_000_000n }
}

/**
 * What a day pays to one order of a book: its share of the pool by principal, at most its product's upper yield, rounded
 * down. `hosted` is the principal of all orders of that book that stood the whole day. The sum over these orders never
 * exceeds the pool.
 */
export function payoutOf(
  { principal, upperPpm }: { principal: Amount; upperPpm: bigint },
  { pool, hosted }: { pool: Amount; hosted: Amount },
): Amount {
  if (hosted === 0n) return 0n
  const [share, upper] = [(pool * principal) / hosted, (principal * upperPpm) / 1_000_000n]
  return share < upper ? share : upper
}

/** When an order begins to share: the first UTC midnight after it was placed, so that it shares in whole days. Ms since 1970. */
export function sharesFrom(placedAtMs: number): number {
  return nextMidnight(placedAtMs)
}

/** When an order of so many days gives its principal back: at a UTC midnight. Ms since 1970. */
export function expiryOf(placedAtMs: number, days: number): number {
  return sharesFrom(placedAtMs) + days * DAY_MS
}

/** What an early exit takes: whole cents, rounded down, so never more than the fee that was named. */
export function exitFeeOf(principal: Amount, exitFeePpm: bigint): Amount {
  return ((principal * exitFeePpm) / 1_000_000n / PROGRAMME.unit) * PROGRAMME.unit
}
