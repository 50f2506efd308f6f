import type { Book } from '@tickmark/core/money/currencies'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import { available, houseBalance } from '../ledger/store.ts'
import type { SwapTerms } from './swapTerms.ts'

export type FundsRefusal = { code: 'insufficient_funds'; available: Amount } | { code: 'inventory_uncovered' }

/**
 * Whether the user has the source amount, and the house the target amount; the practice inventory grows. Final only while
 * the book is locked.
 */
export async function fundsFor(
  reader: Reader,
  swap: { userId: number; book: Book; terms: SwapTerms; received: Amount },
): Promise<Decision<null, FundsRefusal>> {
  const { userId, book, terms, received } = swap
  const has = await available(reader, userId, book, terms.source.id)
  if (has < terms.amount) return refuse({ code: 'insufficient_funds', available: has })
  if (book === 'simulated') return accept(null)
  const stock = await houseBalance(reader, book, terms.target.id, 'inventory')
  return stock < received ? refuse({ code: 'inventory_uncovered' }) : accept(null)
}
