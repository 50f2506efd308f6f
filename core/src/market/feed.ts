import { CLOCKS_APART_MS } from './clocks.ts'

/** State of the index feed; every frame carries it. */
export type FeedState = 'LIVE' | 'DEGRADED' | 'STALE' | 'HALTED' | 'PAUSED'

/** Whether a state accepts orders; server and page read the same table. The order's product must also not be paused. */
export const feedAccepts = {
  LIVE: true,
  DEGRADED: true,
  STALE: false,
  HALTED: false,
  PAUSED: false,
} satisfies Record<FeedState, boolean>

/**
 * Maximum age of the last tick in ms. Past `degraded`, an order accepted now would likely find no entry tick in time.
 */
export const FEED_AGES = { live: 2_000, degraded: 3_000, stale: 30_000 } as const

/** Greatest lead of the last tick over our time: a larger one shows that our clock lags the log writer's. */
const MOST_AHEAD_MS = 2 * CLOCKS_APART_MS

/**
 * LIVE: fresh and complete. DEGRADED: late, or some products paused. STALE: no tick for 3 s, or one from more than half a
 * second ahead. HALTED: 30 s, none ever, or all paused. PAUSED: there are prices, but the house's clocks disagree.
 */
export function feedState(feed: {
  nowMs: number
  lastTickAtMs: number | null
  products: number
  paused: number
  isPaused?: boolean
}): FeedState {
  if (feed.lastTickAtMs === null || feed.paused >= feed.products) return 'HALTED'
  const age = feed.nowMs - feed.lastTickAtMs
  if (Math.abs(age) > FEED_AGES.stale) return 'HALTED'
  if (age > FEED_AGES.degraded || -age > MOST_AHEAD_MS) return 'STALE'
  if (feed.isPaused) return 'PAUSED'
  return age > FEED_AGES.live || feed.paused > 0 ? 'DEGRADED' : 'LIVE'
}

/** Whether a new order on a product can be accepted now. */
export function acceptsOrders(state: FeedState, isPaused: boolean): boolean {
  return feedAccepts[state] && !isPaused
}
