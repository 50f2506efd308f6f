import { codeOfBook } from '@tickmark/core/money/currencies'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { Reader, Tx } from '../../db/pool.ts'
import type { GivenConsent } from './checkConsent.ts'
import type { Order } from '../order/order.ts'
import type {} from './tables.ts'

/** A stored consent. */
export interface StoredConsent extends SignedConsent {
  /** Of the key that signed, in hex. */
  session: string
}

/** Stores an owner's consent to an early close; false when its nonce was used before in its session. */
export async function insertCloseConsent(
  tx: Tx,
  { id, book }: Pick<Order, 'id' | 'book'>,
  given: GivenConsent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('order_consent')
    .values({
      session: Buffer.from(given.session, 'hex'),
      nonce: BigInt(given.nonce),
      order_id: id,
      book: codeOfBook(book),
      closes: true,
      text: given.text,
      signature: Buffer.from(given.signature, 'hex'),
      hash: Buffer.from(given.hash, 'hex'),
    })
    .onConflict((conflict) => conflict.constraint('order_consent_nonce').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The hash of what the owner signed for an order, in hex; '' when he signed nothing. */
export async function consentHashOf(reader: Reader, orderId: string): Promise<string> {
  const row = await reader
    .selectFrom('order_consent')
    .select('hash')
    .where('order_id', '=', orderId)
    .where('closes', '=', false)
    .executeTakeFirst()
  return row?.hash.toString('hex') ?? ''
}

/** What the owner signed for an order and for its early close; null where he signed nothing. */
export async function consentsOf(
  reader: Reader,
  orderId: string,
): Promise<{ order: StoredConsent | null; close: StoredConsent | null }> {
  const rows = await reader.selectFrom('order_consent').selectAll().where('order_id', '=', orderId).execute()
  const find = (closes: boolean): StoredConsent | null => {
    const row = rows.find((one) => one.closes === closes)
    if (!row) return null
    return { text: row.text, signature: row.signature.toString('hex'), session: row.session.toString('hex') }
  }
  return { order: find(false), close: find(true) }
}
