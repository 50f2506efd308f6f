import { assert } from '@tickmark/core/assert'
import { bookOfCode, codeOfBook, currencyById, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { SwapRates } from '@tickmark/core/wallet/swaps'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { SignedAsk } from '../http/calls/signedAsk.ts'
import type { SwapTerms } from './swapTerms.ts'
import type { SwapTable } from './tables.ts'

/** A completed swap. */
export interface Swap {
  id: string
  userId: number
  book: Book
  terms: SwapTerms
  rates: SwapRates
  received: Amount
  atMs: number
}

/** Writes a swap; false when its id exists already. */
export async function insertSwap(tx: Tx, { id, userId, book, terms, ...made }: Swap): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('swap')
    .values({
      id,
      user_id: BigInt(userId),
      book: codeOfBook(book),
      source: terms.source.id,
      target: terms.target.id,
      given: terms.amount,
      received: made.received,
      source_rate: made.rates.source,
      target_rate: made.rates.target,
      at_ms: BigInt(made.atMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores what the owner signed for a swap. */
export async function insertSwapConsent(
  tx: Tx,
  swapId: string,
  { session, text, signature }: Pick<SignedAsk, 'session' | 'text' | 'signature'>,
): Promise<void> {
  await tx
    .insertInto('swap_consent')
    .values({
      swap_id: swapId,
      session: Buffer.from(session, 'hex'),
      text,
      signature: Buffer.from(signature, 'hex'),
    })
    .execute()
}

/** Own swaps of a book, newest first; `page` is counted from 0. */
export async function listSwaps(
  reader: Reader,
  query: { userId: number; book: Book; page: number; pageSize: number },
): Promise<{ list: Swap[]; total: number }> {
  const { page, pageSize } = query
  const mine = reader
    .selectFrom('swap')
    .where('user_id', '=', BigInt(query.userId))
    .where('book', '=', codeOfBook(query.book))
  const counted = await mine.select((all) => all.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const newest = mine.selectAll().orderBy('at_ms', 'desc').orderBy('id', 'desc')
  const rows = await newest
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  return { list: rows.map(swapOfRow), total: Number(counted.total) }
}

/** A user's own swap in either book; null when the id is unknown or belongs to another user. */
export async function ownSwap(reader: Reader, userId: number, id: string): Promise<Swap | null> {
  const row = await reader
    .selectFrom('swap')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? swapOfRow(row) : null
}

function swapOfRow(row: Selectable<SwapTable>): Swap {
  const source = currencyById(row.source)
  const target = currencyById(row.target)
  assert(source && target, 'a swap is between currencies that are known')
  return {
    id: row.id,
    userId: Number(row.user_id),
    book: bookOfCode(row.book),
    terms: { source, target, amount: row.given },
    rates: { source: row.source_rate, target: row.target_rate },
    received: row.received,
    atMs: Number(row.at_ms),
  }
}

/** Number of the user's swaps in both books. */
export async function countSwaps(reader: Reader, userId: number): Promise<number> {
  const own = reader.selectFrom('swap').where('user_id', '=', BigInt(userId))
  const row = await own.select((all) => all.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
