import type { Kind } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { balances } from '../ledger/store.ts'
import type { FundSource, Owner } from '../module/funds.ts'

/** All of a user's money in a book, by currency id. */
export interface OwnFunds {
  available: ReadonlyMap<number, Amount>
  /** Money in the products' own accounts, such as stakes of open orders: one map for each product. */
  inProducts: readonly ReadonlyMap<number, Amount>[]
  /** Money in the user's other accounts, such as pending withdrawals: one map for each kind. */
  held: readonly ReadonlyMap<number, Amount>[]
}

/** Reads in one snapshot: money that a withdrawal or an order moves meanwhile counts in exactly one sum. */
export function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, read, { isolation: 'repeatable read' })
}

/** A user's present holdings; the sums are consistent in a transaction of `inSnapshot`. */
export async function ownFunds(tx: Tx, funds: readonly FundSource[], owner: Owner): Promise<OwnFunds> {
  const { userId, book } = owner
  const available = await balances(tx, userId, book)
  const inProducts: ReadonlyMap<number, Amount>[] = []
  for (const source of funds) if (source.held) inProducts.push(await source.held(tx, owner))
  const held: ReadonlyMap<number, Amount>[] = []
  for (const kind of ownKinds(funds)) held.push(await balances(tx, userId, book, kind))
  return { available, inProducts, held }
}

/** Users' own accounts other than `available`, each once. */
export function ownKinds(funds: readonly FundSource[]): Kind[] {
  return [...new Set(funds.flatMap(({ kinds = [] }) => kinds))]
}
