import { FEED_AGES } from '../market/feed.ts'
import { shareFloor, type Amount } from '../money/money.ts'

/** Lifetime of a bid for an open order. */
export const BID_LIFE_MS = 5_000
/**
 * How far the order's bid may have fallen since it was quoted: half of the margin. Without this limit the owner could pick any
 * price within the bid's lifetime, which is worth more than the margin.
 */
export const BID_SLIP_PPM = 20_000
/** Greatest age of a bid's tick when the order is closed: the tick was at most `degraded` old when the bid was made. */
export const BID_TICK_AGE_MS = BID_LIFE_MS + FEED_AGES.degraded
/** How far the house's time of a close may precede the owner's: a tolerance for clock differences. */
export const CLOSE_AHEAD_MS = 1_000
/** How soon after a close its result must be in the log. A later house could have waited for the order's outcome. */
export const CLOSE_LOGGED_MS = 3_000

const MILLION = 1_000_000

/** Whether a quoted bid can still be paid, compared with a new bid. */
export function bidStands(quoted: Amount, present: Amount): boolean {
  return present >= shareFloor(quoted, BigInt(MILLION - BID_SLIP_PPM), BigInt(MILLION))
}
