import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { balances } from '../ledger/store.ts'
import type { WalletDeps } from './ports.ts'

/** All that is a user's in a book, by currency id. */
export interface OwnFunds {
  available: ReadonlyMap<number, Amount>
  /** Stakes and fees of open orders. */
  inOrders: ReadonlyMap<number, Amount>
  /** What waits to be withdrawn. */
  waiting: ReadonlyMap<number, Amount>
}

export interface Whose {
  userId: number
  book: Book
}

/** Reads of one snapshot: what a withdrawal or an order moves from one sum to another meanwhile is in one of them. */
export function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, read, { isolation: 'repeatable read' })
}

/** What a user holds now; the sums fit together in a transaction of `inSnapshot`. */
export async function ownFunds(
  tx: Tx,
  { heldByOrders }: Pick<WalletDeps, 'heldByOrders'>,
  { userId, book }: Whose,
): Promise<OwnFunds> {
  return {
    available: await balances(tx, userId, book),
    inOrders: await heldByOrders(tx, userId, book),
    waiting: await balances(tx, userId, book, 'hold'),
  }
}
