import { codeOfBook } from '@tickmark/core/money/currencies'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { Reader, Tx } from '../../db/pool.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import type { GivenConsent } from './checkConsent.ts'
import type { Order } from '../order/order.ts'
import type {} from './tables.ts'

/** A stored consent. */
export interface StoredConsent extends SignedConsent {
  /** Of the key that signed, in hex. */
  session: string
}

/** Stores an owner's consent to an early close; false when its nonce was used before in its session, or it was refused. */
export function insertCloseConsent(
  tx: Tx,
  { id, book }: Pick<Order, 'id' | 'book'>,
  given: GivenConsent,
): Promise<boolean> {
  return insertConsent(tx, { id, book, closes: true, hosts: false }, given)
}

/** The same for what `hosts` and `closes` say. Orders are placed with their consents in one statement. */
export async function insertConsent(
  tx: Tx,
  { id, book, closes, hosts }: Pick<Order, 'id' | 'book'> & { closes: boolean; hosts: boolean },
  given: Pick<GivenConsent, 'session' | 'nonce' | 'asked' | 'text' | 'signature' | 'hash'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('order_consent')
    .values({
      session: Buffer.from(given.session, 'hex'),
      nonce: BigInt(given.nonce),
      order_id: id,
      asked: given.asked,
      book: codeOfBook(book),
      closes,
      hosts,
      text: given.text,
      signature: Buffer.from(given.signature, 'hex'),
      hash: Buffer.from(given.hash, 'hex'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Ids of the hosting orders of a book that a session's key, in hex, has ended early. */
export async function hostingsEndedBy(
  reader: Reader,
  session: string,
  book: Order['book'],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('order_consent')
    .select('order_id')
    .where('session', '=', Buffer.from(session, 'hex'))
    .where('book', '=', codeOfBook(book))
    .where('closes', '=', true)
    .where('hosts', '=', true)
    .where('refused', '=', false)
    .execute()
  return rows.map((row) => row.order_id)
}

/** The hash of what the owner signed for an order, in hex; '' when he signed nothing. */
export function consentHashOf(reader: Reader, orderId: string): Promise<string> {
  return hashOf(reader, orderId, false)
}

/** The same for its early close. */
export function closeHashOf(reader: Reader, orderId: string): Promise<string> {
  return hashOf(reader, orderId, true)
}

async function hashOf(reader: Reader, orderId: string, closes: boolean): Promise<string> {
  const row = await reader
    .selectFrom('order_consent')
    .select('hash')
    .where('order_id', '=', orderId)
    .where('closes', '=', closes)
    .where('refused', '=', false)
    .executeTakeFirst()
  return row?.hash.toString('hex') ?? ''
}

/** What the owner signed for an order and for its early close; null where he signed nothing. */
export async function consentsOf(
  reader: Reader,
  orderId: string,
): Promise<{ order: StoredConsent | null; close: StoredConsent | null }> {
  const rows = await reader
    .selectFrom('order_consent')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('refused', '=', false)
    .execute()
  const find = (closes: boolean): StoredConsent | null => {
    const row = rows.find((one) => one.closes === closes)
    if (!row) return null
    return { text: row.text, signature: row.signature.toString('hex'), session: row.session.toString('hex') }
  }
  return { order: find(false), close: find(true) }
}

/** Whether a signed text was carried out. */
export async function isAccepted(
  reader: Reader,
  { order, asked }: Pick<SignedAsk, 'order' | 'asked'>,
): Promise<boolean> {
  const row = await reader
    .selectFrom('order_consent')
    .select('refused')
    .where('order_id', '=', order)
    .where('asked', '=', asked)
    .executeTakeFirst()
  return row?.refused === false
}
