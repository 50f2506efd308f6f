import { accept, refuse, type Decision } from '../decision.ts'
import { shareFloor, type Amount } from '../money/money.ts'

/** What open orders in one currency of a book may win together. */
export interface ExposureBounds {
  /** All orders of one user. */
  user: Amount
  /** All orders. */
  house: Amount
  /** Step by which the bankroll grows when it does not cover an order; 0 when it never grows. */
  growth: Amount
}

/** More than any bankroll can hold. */
const UNBOUNDED = 2n ** 62n

/**
 * The real book's orders may win half of the opening bankroll. The practice book has no such limit: its bankroll grows,
 * so that no number of practice accounts can use it up for the others. One user's share is 2 % of the limit in both.
 */
export function exposureBounds(bankroll: Amount, isPractice: boolean): ExposureBounds {
  const limit = bankroll / 2n
  const user = shareFloor(limit, 2n, 100n)
  return isPractice ? { user, house: UNBOUNDED, growth: bankroll } : { user, house: limit, growth: 0n }
}

/** What open orders may win, and what the bankroll has left, before an order is placed. */
export interface Exposure {
  user: Amount
  house: Amount
  bankroll: Amount
}

export type ExposureRefusal = { code: 'profit_limit' | 'exposure_limit' | 'bankroll_uncovered' }

/**
 * Whether the house takes an order that may win `profit`, and by how much its bankroll grows for it. `place_orders` in
 * the migrations is the same rule for a batch.
 */
export function admitExposure(
  profit: Amount,
  open: Exposure,
  bounds: ExposureBounds,
): Decision<Amount, ExposureRefusal> {
  if (open.user + profit > bounds.user) return refuse({ code: 'profit_limit' })
  if (open.house + profit > bounds.house) return refuse({ code: 'exposure_limit' })
  const growth = growthFor(open.bankroll, profit, bounds.growth)
  return open.bankroll + growth < profit ? refuse({ code: 'bankroll_uncovered' }) : accept(growth)
}

/** By how much an account of the house grows to pay `owed`: whole steps, or nothing when it suffices. */
export function growthFor(held: Amount, owed: Amount, step: Amount): Amount {
  return step > 0n && owed > held ? ((owed - held - 1n) / step + 1n) * step : 0n
}
