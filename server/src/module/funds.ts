import type { Book } from '@tickmark/core/money/currencies'
import type { Cause, Kind } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Direction, Outcome } from '@tickmark/core/orders/terms'
import type { SqlPart, Tx } from '../db/pool.ts'

/** A user in one of the books. */
export interface Owner {
  userId: number
  book: Book
}

/** Postings found by their refs: one cause takes money out of the account, if any does, the other brings it in. */
export interface NamedPostings {
  out: Cause | null
  in: Cause
  refs: readonly string[]
  /** Where those of these refs are found, with the columns of the view `movement`; absent: in that view. */
  journal?(refs: readonly string[]): SqlPart
}

/** The user's money that a domain holds outside the account `available`. All of it is read in one snapshot. */
export interface FundSource {
  /** The user's own accounts that the domain keeps, as withdrawals keep `hold`. */
  kinds?: readonly Kind[]
  /** The user's money in the operator's accounts, by currency id; a currency without any is absent. */
  held?(tx: Tx, owner: Owner): Promise<ReadonlyMap<number, Amount>>
  /**
   * For the causes of `refsSince`, which no index finds by account: the change of the user's money through them between
   * each of these times and the next, by currency id. The times are sorted.
   */
  netsBetween?(
    tx: Tx,
    owner: Owner,
    timesMs: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Amount[]>>
  /** Whether `netsBetween` sums results of the user's own orders; hosting's payouts are none. */
  hasResults?: true
  /** Postings that may have changed `available` in a currency since a time, and that no index finds by account. */
  refsSince?(tx: Tx, owner: Owner, currencyId: number, sinceMs: number): Promise<NamedPostings>
  /** What the user's orders among these refs were about. */
  ordersOf?(tx: Tx, owner: Owner, refs: readonly string[]): Promise<ReadonlyMap<string, OrderFacts>>
}

/** What a line about an order names besides its money. */
export interface OrderFacts {
  /** "BTC/USDT". */
  pair: string
  direction: Direction
  /** Null while the order is open. */
  outcome: Outcome | null
}
