import type { Book } from '@tickmark/core/money/currencies'
import type { Cause, Kind } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../db/pool.ts'

/** A user in one of the books. */
export interface Owner {
  userId: number
  book: Book
}

/** What a domain holds of a user's money beside the account `available`. All of it is read in one snapshot. */
export interface FundSource {
  /** The user's own accounts that the domain keeps, as withdrawals keep `hold`. */
  kinds?: readonly Kind[]
  /** What of the user's lies in accounts of the house, by currency id; a currency without any is absent. */
  held?(tx: Tx, owner: Owner): Promise<ReadonlyMap<number, Amount>>
  /**
   * For the causes of `refsSince`, which no index finds by account: what the user's money changed by through them after
   * each of these times and up to the next, by currency id. The times are in order.
   */
  netsBetween?(
    tx: Tx,
    owner: Owner,
    timesMs: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Amount[]>>
  /** Postings of those causes that may have moved `available` in a currency since a moment: by which causes, under which refs. */
  refsSince?(
    tx: Tx,
    owner: Owner,
    currencyId: number,
    sinceMs: number,
  ): Promise<{ out: Cause; in: Cause; refs: readonly string[] }>
}
