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

/** A rebalancing, under an id of ours: a venue carries it out once, whoever asks how often. */
export interface VenueMove extends Move {
  id: string
}

/** The programme's only way to its venues. Nothing above it knows whether they are simulated. */
export interface Venues {
  terms: readonly VenueTerms[]
  /** Products that every venue trades. */
  pids: readonly number[]
  show(): Promise<readonly VenueView[]>
  /** Sends an order; rejects when the venue does not answer, and then what became of it is unknown. */
  send(order: VenueOrder, sentAtMs: number): Promise<VenueFill>
  /** What became of an order that was sent, or may have been; final from then on. Rejects like `send`. */
  fate(order: VenueOrder, sentAtMs: number): Promise<VenueFill>
  move(move: VenueMove): Promise<void>
}
