import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { HOUSE, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { Posting } from '../../ledger/post.ts'
import type { HostingOrder } from './order.ts'

type Hosted = Pick<HostingOrder, 'id' | 'userId' | 'book' | 'principal'>

/** The principal goes into its owner's account for hosted money. */
export function hosting({ id, userId, book, principal: amount }: Hosted): Posting {
  const [from, to] = [owned(userId, book, 'available'), owned(userId, book, 'hosted')]
  return { from, to, amount, ref: id, cause: 'hosting', leg: 0 }
}

/** The principal returns to its owner, less the fee of an early exit. */
export function release({ id, userId, book, principal }: Hosted, fee: Amount): Posting[] {
  const from = owned(userId, book, 'hosted')
  const back = { from, to: owned(userId, book, 'available'), amount: principal - fee, leg: 0 }
  const kept = { from, to: house(book, 'fees'), amount: fee, leg: 1 }
  return [back, kept].filter((one) => one.amount > 0n).map((one) => ({ ...one, ref: id, cause: 'release' }))
}

function owned(owner: number, book: Book, kind: 'available' | 'hosted'): AccountKey {
  return { owner, book, currency: PROGRAMME.currency, kind }
}

/** One of the programme's accounts. */
export function house(book: Book, kind: Kind): AccountKey {
  return { owner: HOUSE, book, currency: PROGRAMME.currency, kind }
}
