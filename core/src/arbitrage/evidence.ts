import type { Book } from '../money/currencies.ts'

/*
 * The evidence that the programme publishes about its trades and payouts: canonical JSON, one line for each. Trade and move lines
 * share one sequence of numbers from 1 on, in the order in which they ended. Amounts are units as digits.
 */

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

/**
 * Money moved from one venue to another; its cost in USDT reduces the day's profit. The engine decided it while no trade was
 * open, on the holdings left by the lines before it.
 */
export interface MoveLine {
  v: 1
  kind: 'move'
  number: number
  /** Time of completion and time of the decision; ms since 1970. */
  at: number
  askedAt: number
  from: number
  to: number
  /** Of the ledger. */
  currency: number
  amount: string
  cost: string
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
