import { FEED_AGES } from '../market/feed.ts'
import { shareFloor, type Amount } from '../money/money.ts'

/** How long a bid for an open order holds. */
export const BID_LIFE_MS = 5_000
/**
 * How far the order's bid may have fallen since it was quoted: half of the margin. Without this limit a bid would be a
 * free choice among all prices of its life, which is worth more than the margin.
 */
export const BID_SLIP_PPM = 20_000
/** How old the tick of a bid can be when the order is closed for it: it was at most `degraded` old when the bid was made. */
export const BID_TICK_AGE_MS = BID_LIFE_MS + FEED_AGES.degraded
/** How far the house's time of a close may lie before its owner's: their clocks differ a little. */
export const CLOSE_AHEAD_MS = 1_000
/** How long after a close its result must be in the log. Later, the house could have waited to see what the order becomes. */
export const CLOSE_LOGGED_MS = 3_000

const MILLION = 1_000_000

/** Whether a quoted bid can still be paid, compared with a new bid. */
export function bidStands(quoted: Amount, present: Amount): boolean {
  return present >= shareFloor(quoted, BigInt(MILLION - BID_SLIP_PPM), BigInt(MILLION))
}
