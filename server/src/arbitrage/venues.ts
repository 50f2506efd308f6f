import type { Move } from '@tickmark/core/arbitrage/moves'
import type {
  VenueBook,
  VenueFill,
  VenueOrder,
  VenueState,
  VenueTerms,
} from '@tickmark/core/arbitrage/trading/venue'

/** What a venue shows now. */
export interface VenueView {
  venue: number
  state: VenueState
  books: readonly VenueBook[]
}

/** A rebalancing under an id of ours. Idempotent: a venue carries it out once per id. */
export interface VenueMove extends Move {
  id: string
}

/** The programme's only way to its venues. Nothing above it knows whether they are simulated. */
export interface Venues {
  terms: readonly VenueTerms[]
  /** Products that every venue trades. */
  pids: readonly number[]
  show(): Promise<readonly VenueView[]>
  /** Sends an order. Rejects when the venue does not answer; the order's fate is then unknown. */
  send(order: VenueOrder, sentAtMs: number): Promise<VenueFill>
  /** The fate of an order that was sent, or may have been; final from then on. Rejects like `send`. */
  fate(order: VenueOrder, sentAtMs: number): Promise<VenueFill>
  move(move: VenueMove): Promise<void>
}
