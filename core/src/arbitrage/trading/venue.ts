import type { Amount } from '../../money/money.ts'

/** A level of a book: a price in units of USDT for one coin, and a size in units of the coin. */
export interface Level {
  price: Amount
  size: Amount
}

/** The best levels of a coin at a venue, best first on both sides. */
export interface VenueBook {
  venue: number
  pid: number
  /** Rises with every change of this book. */
  seq: number
  /** When the venue showed it, ms since 1970. */
  at: number
  bids: readonly Level[]
  asks: readonly Level[]
}

/** `stale` shows nothing new, `crossed` shows a bid above its ask, `down` answers nothing. Only `live` is traded with. */
export type VenueState = 'live' | 'stale' | 'crossed' | 'down'

/** An immediate-or-cancel limit order for a coin against USDT. */
export interface VenueOrder {
  /** Our UUID. Idempotent: a venue carries out an id once, however often it is sent. */
  id: string
  venue: number
  pid: number
  side: 'buy' | 'sell'
  /** The worst price. */
  limit: Amount
  size: Amount
}

/** The final result of an order. Only the venue decides it, once. */
export interface VenueFill {
  state: 'filled' | 'partial' | 'unfilled' | 'refused'
  /** Units of the coin. */
  filled: Amount
  /** Units of USDT exchanged for it, before the fee. */
  quote: Amount
  /** Units of USDT. */
  fee: Amount
}

/** The venue's fee for every exchange, in millionths of the exchanged USDT, rounded up. */
export interface VenueTerms {
  venue: number
  /** As users read it. */
  name: string
  takerPpm: bigint
}
