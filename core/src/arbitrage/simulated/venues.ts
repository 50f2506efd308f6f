import { assert } from '../../assert.ts'
import type { VenueTerms } from '../trading/venue.ts'

/** A simulated venue. Parts of a price are in units of 1e-9 of it. */
export interface SimulatedVenue extends VenueTerms {
  /** Distance from the mid to the best price on either side. */
  halfSpreadE9: number
}

/** The sandbox's venues; none of them exists. */
export const VENUES: readonly SimulatedVenue[] = [
  { venue: 1, name: 'Aster', takerPpm: 200n, halfSpreadE9: 20_000 },
  { venue: 2, name: 'Borealis', takerPpm: 300n, halfSpreadE9: 25_000 },
  { venue: 3, name: 'Cobalt', takerPpm: 400n, halfSpreadE9: 15_000 },
  { venue: 4, name: 'Dunlin', takerPpm: 600n, halfSpreadE9: 30_000 },
  { venue: 5, name: 'Ember', takerPpm: 1_000n, halfSpreadE9: 20_000 },
]

/** The products that the programme trades: those whose coin is a currency of the books. */
export const TRADED_PIDS: readonly number[] = [1, 2, 3, 4, 9]

export function venueOf(venue: number): SimulatedVenue {
  const found = VENUES.find((one) => one.venue === venue)
  assert(found, `venue ${venue} exists`)
  return found
}
