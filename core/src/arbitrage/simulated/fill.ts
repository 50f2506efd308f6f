import { assert } from '../../assert.ts'
import { fillFrom } from '../trading/ladder.ts'
import type { VenueFill, VenueOrder } from '../trading/venue.ts'
import { trueBook } from './book.ts'
import { part } from './gap.ts'
import { simulatedState } from './state.ts'
import { venueOf } from './venues.ts'
import { momentOf, type SimulatedWorld } from './world.ts'

/** How long an order is on its way. */
const [DELAY_LEAST_MS, DELAY_MOST_MS] = [20, 200]
/** Orders that a venue refuses without a reason, of 65,536. */
const REFUSED = 400

const REFUSAL: VenueFill = { state: 'refused', filled: 0n, quote: 0n, fee: 0n }

/** When an order that was sent at a moment reaches its venue. */
export function simulatedArrival(world: SimulatedWorld, id: string, sentAtMs: number): number {
  const drawn = world.draws(momentOf(sentAtMs).day).stream(`order.${streamOf(id)}`)(0)
  return sentAtMs + DELAY_LEAST_MS + part(drawn, DELAY_MOST_MS - DELAY_LEAST_MS + 1)
}

/**
 * The fill of an order sent at `sentAtMs`: the book at its arrival fills it up to its limit. A venue that is down or crossed
 * refuses it; a stale venue trades on.
 */
export function simulatedFill(world: SimulatedWorld, order: VenueOrder, sentAtMs: number): VenueFill {
  const atMs = simulatedArrival(world, order.id, sentAtMs)
  const { state } = simulatedState(world, order.venue, atMs)
  if (state === 'down' || state === 'crossed') return REFUSAL
  const drawn = world.draws(momentOf(sentAtMs).day).stream(`order.${streamOf(order.id)}`)(1)
  if (drawn < REFUSED) return REFUSAL
  const book = trueBook(world, order.venue, order.pid, atMs)
  return fillFrom(order, order.side === 'buy' ? book.asks : book.bids, venueOf(order.venue).takerPpm)
}

function streamOf(id: string): string {
  assert(/^[0-9a-f-]{36}$/.test(id), 'an order’s id is a UUID')
  return id
}
