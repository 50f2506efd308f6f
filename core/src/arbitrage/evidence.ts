import type { Book } from '../money/currencies.ts'

/*
 * The evidence that the programme publishes about its trades and payouts: canonical JSON, one line for each. The lines of trades,
 * moves and arrivals share one sequence of numbers from 1 on: trades in the order in which they ended, moves in that in which they
 * were decided. Amounts are units as digits.
 */

/** A line with a number. */
export type ProgrammeLine = TradeLine | MoveLine | ArrivalLine

/** The best level of one side, [price, size]; empty for an empty side. */
export type Top = readonly [price: string, size: string] | readonly []

/** One order to a venue and its fill. */
export interface LegLine {
  order: string
  venue: number
  side: 'buy' | 'sell'
  limit: string
  size: string
  /** Ms since 1970. */
  sentAt: number
  state: 'filled' | 'partial' | 'unfilled' | 'refused'
  filled: string
  quote: string
  fee: string
  /** The venue's book that the order was decided on. */
  book: { seq: number; at: number; bid: Top; ask: Top }
}

/**
 * An ended trade. All coins bought were sold, so its profit is the USDT of its sales less its purchases and all fees. The first
 * two legs are the intended purchase and sale; further legs close what these left open.
 */
export interface TradeLine {
  v: 1
  kind: 'trade'
  number: number
  /** When it ended, ms since 1970. */
  at: number
  pid: number
  legs: readonly LegLine[]
  /** With a minus below zero. */
  profit: string
}

/** The amount of a move, with its source and target. */
export interface Moved {
  from: number
  to: number
  /** Of the ledger. */
  currency: number
  amount: string
}

/**
 * A move between venues. From here on its amount is at neither of them, and its cost in USDT, paid by the venue that it leaves,
 * reduces the day's profit. The engine decided it while no trade was open, on the holdings left by the lines before it.
 */
export interface MoveLine extends Moved {
  v: 1
  kind: 'move'
  number: number
  /** When it was decided, ms since 1970. */
  at: number
  cost: string
}

/** The end of a move: its venues confirmed it, and its amount is where it was sent. */
export interface ArrivalLine extends Moved {
  v: 1
  kind: 'arrival'
  number: number
  at: number
  /** Number of the move's line. */
  move: number
}

/** One day's payout to one hosting order. */
export interface PayoutLine {
  v: 1
  kind: 'payout'
  /** YYYY-MM-DD, in UTC. */
  day: string
  book: Book
  /** The order's id; only its owner knows whose it is. */
  order: string
  /** Number of its ticket among the statements in the log's `hostings` entries. */
  number: number
  /** Its product and version. */
  mid: number
  version: number
  upperPpm: string
  principal: string
  /** The last day that it shares in, unless its owner ends it earlier. */
  last: string
  amount: string
}
