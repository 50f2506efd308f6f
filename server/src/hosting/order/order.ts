import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'

/** A hosting order with the terms at its placing. Times are ms since 1970. */
export interface HostingOrder {
  id: string
  /** The number of its ticket among the house's statements about hosting orders. */
  number: number
  userId: number
  book: Book
  mid: number
  version: number
  days: number
  upperPpm: bigint
  exitFeePpm: bigint
  principal: Amount
  placedAtMs: number
  sharesFromMs: number
  expiresAtMs: number
  /** Null while it runs. */
  ended: { atMs: number; how: 'expiry' | 'exit'; fee: Amount } | null
  /** Number of the statement about its early exit; null without one. */
  exitNumber: number | null
}

/** An order with its payouts so far. */
export interface HostedOrder extends HostingOrder {
  /** Days shared in, including those that paid nothing, and their total payout. */
  sharedDays: number
  yielded: Amount
}
