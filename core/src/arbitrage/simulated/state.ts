import type { VenueState } from '../trading/venue.ts'
import { part } from './gap.ts'
import { momentOf, type SimulatedWorld } from './world.ts'

/** At most one incident of a venue begins in each of these windows and ends in it. */
const WINDOW_MS = 600_000
/** Chance of an incident, of 65,536: fourteen a day over five venues. */
const INCIDENTS = 1_300
const [LENGTH_LEAST_MS, LENGTH_MOST_MS] = [5_000, 90_000]
const KINDS: readonly VenueState[] = ['stale', 'crossed', 'down']

/** A venue's state at a moment, and since when. */
export function simulatedState(
  world: SimulatedWorld,
  venue: number,
  atMs: number,
): { state: VenueState; sinceMs: number } {
  const { day, ms } = momentOf(atMs)
  const window = Math.floor(ms / WINDOW_MS)
  const draw = world.draws(day).stream(`state.${venue}`)
  const windowMs = atMs - ms + window * WINDOW_MS
  if (draw(4 * window) >= INCIDENTS) return { state: 'live', sinceMs: windowMs }
  const length = LENGTH_LEAST_MS + part(draw(4 * window + 1), LENGTH_MOST_MS - LENGTH_LEAST_MS)
  const sinceMs = windowMs + part(draw(4 * window + 2), WINDOW_MS - length)
  if (atMs < sinceMs || atMs >= sinceMs + length) return { state: 'live', sinceMs: windowMs }
  return { state: KINDS[part(draw(4 * window + 3), KINDS.length)] ?? 'down', sinceMs }
}
