import { accept, refuse, type Decision } from '../decision.ts'
import { shareFloor, type Amount } from '../money/money.ts'

/** Limits of the total that open orders in one currency of a book may win. */
export interface ExposureBounds {
  /** All orders of one user. */
  user: Amount
  /** All orders. */
  house: Amount
  /** Step by which the bankroll grows when it does not cover an order; 0 when it never grows. */
  growth: Amount
}

/** Share of the real book's funding that all open orders may win, and one user's share of that, in millionths. */
export const HOUSE_SHARE_PPM = 500_000
export const USER_SHARE_PPM = 20_000
const MILLION = 1_000_000n

/** More than any bankroll can hold. */
const UNBOUNDED = 2n ** 62n

/**
 * The real book's orders may win half of its bankroll's funding. The practice book has no such limit: its bankroll grows, so that
 * no number of practice accounts can exhaust it for the others. One user's share is 2 % of the limit in both; funds above the
 * `opening` money do not raise it.
 */
export function exposureBounds(funds: Amount, isPractice: boolean, opening = funds): ExposureBounds {
  const most = (of: Amount) => shareFloor(of, BigInt(HOUSE_SHARE_PPM), MILLION)
  const user = shareFloor(most(opening), BigInt(USER_SHARE_PPM), MILLION)
  if (isPractice) return { user, house: UNBOUNDED, growth: funds }
  return { user, house: most(funds), growth: 0n }
}

/**
 * The most that can leave a real bankroll funded with `means`, so that its open orders stay within the house's share of the rest;
 * zero or more.
 */
export function mayLeaveBankroll(means: Amount, open: Amount): Amount {
  const share = BigInt(HOUSE_SHARE_PPM)
  const left = means - (open * MILLION + share - 1n) / share
  return left > 0n ? left : 0n
}

/**
 * Whether new orders may win less than half of what the opening bankroll allowed. A sandbox then refunds it: its coins are worth
 * nothing, so no number of accounts shall exhaust it for the others.
 */
export function isShort(open: Omit<Exposure, 'user'>, house: Amount, opening: Amount): boolean {
  const left = house - open.house
  return (left < open.bankroll ? left : open.bankroll) * 4n < opening
}

/** The total that open orders may win and the bankroll's balance, before an order is placed. */
export interface Exposure {
  user: Amount
  house: Amount
  bankroll: Amount
}

export type ExposureRefusal = { code: 'profit_limit' | 'exposure_limit' | 'bankroll_uncovered' }

/** Whether the house accepts an order that may win `profit`, and by how much its bankroll grows for it. */
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

/** Growth of a house account that must pay `owed`: whole steps, or 0 when it suffices. */
export function growthFor(held: Amount, owed: Amount, step: Amount): Amount {
  return step > 0n && owed > held ? ((owed - held - 1n) / step + 1n) * step : 0n
}
