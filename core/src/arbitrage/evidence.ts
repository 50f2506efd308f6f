import type { Book } from '../money/currencies.ts'

/*
 * What the programme publishes about its trades and payouts: canonical JSON, one line for each. Lines of trades and moves have
 * one sequence of numbers from 1 on, in the order in which they ended. Amounts are units as digits.
 */

/** The best level of one side, [price, size]; nothing for an empty side. */
export type Top = readonly [price: string, size: string] | readonly []

/** One order to a venue and what became of it. */
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
 * An ended trade: what was bought was sold, so its profit is the USDT of its sales less that of its purchases and all fees. The
 * first two legs are the intended purchase and sale, further ones close what these left open.
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
 * Money moved from one venue to another, at a cost in USDT that counts against the day's profit. It was decided on what the lines
 * before it left at the venues, while no trade was open.
 */
export interface MoveLine {
  v: 1
  kind: 'move'
  number: number
  /** When it was done, and when it was decided; ms since 1970. */
  at: number
  askedAt: number
  from: number
  to: number
  /** Of the ledger. */
  currency: number
  amount: string
  cost: string
}

/** What one day paid to one hosting order. */
export interface PayoutLine {
  v: 1
  kind: 'payout'
  /** YYYY-MM-DD, in UTC. */
  day: string
  book: Book
  /** The order's id; only its owner knows that it is his. */
  order: string
  /** Of its ticket, among the statements that the log's `hostings` entries have. */
  number: number
  /** Its product and version. */
  mid: number
  version: number
  upperPpm: string
  principal: string
  /** The last day that it shares in, unless its owner ends it before. */
  last: string
  amount: string
}
