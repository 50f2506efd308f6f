import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { SignedRefusal } from '@tickmark/core/receipts/refusal'
import { isRecord, readJson } from '@tickmark/core/json'
import { sql, type Selectable } from 'kysely'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import type { SignedAsk } from '../../http/calls/signedAsk.ts'
import type { OrderRefusalTable } from './tables.ts'

/** A stored refusal with the facts in its text. */
export interface StoredRefusal extends SignedRefusal {
  facts: Record<string, string>
  /** Null until the log has it. */
  logSeq: number | null
}

/** A refusal to store. */
export interface NewRefusal extends SignedRefusal {
  ask: SignedAsk
  /** Whether it is about a hosting order. */
  hosts: boolean
  userId: number
  book: Book
  facts: Record<string, string>
  leaf: Uint8Array
}

/**
 * Stores a refusal in one statement; false when the text was accepted or refused before. Waits for a concurrent transaction that
 * accepts or refuses it.
 */
export async function insertRefusal(db: Db, given: NewRefusal): Promise<boolean> {
  const { ask, hosts, refusal, signature, userId, book, facts, leaf } = given
  const hex = (text: string) => Buffer.from(text, 'hex')
  const { rows } = await sql`
    with signed as (
      insert into order_consent (session, nonce, order_id, asked, book, closes, hosts, refused, text, signature, hash)
      values (${hex(ask.session)}, ${ask.nonce}, ${ask.order}, ${ask.asked}, ${codeOfBook(book)},
        ${ask.order !== ask.asked}, ${hosts}, true, ${ask.text}, ${hex(ask.signature)}, ${hex(ask.hash)})
      on conflict do nothing returning order_id, asked)
    insert into order_refusal (number, order_id, asked, user_id, code, facts, at_ms, signature, leaf)
    select ${refusal.number}::bigint, order_id, asked, ${userId}::bigint, ${refusal.code}, ${JSON.stringify(facts)},
      ${refusal.at}::bigint, ${hex(signature)}::bytea, ${Buffer.from(leaf)}::bytea from signed
    returning number`.execute(db)
  return rows.length > 0
}

/** The refusal of a signed text; null when there is none. */
export async function refusalOf(
  reader: Reader,
  { order, asked }: Pick<SignedAsk, 'order' | 'asked'>,
): Promise<StoredRefusal | null> {
  const { rows } = await sql<RefusalRow>`
    select r.*, c.hash from order_refusal r join order_consent c using (order_id, asked)
    where r.order_id = ${order} and r.asked = ${asked}`.execute(reader)
  return rows[0] ? refusalOfRow(rows[0]) : null
}

/** The log entry that has a refusal; null while none has it. */
export async function refusalSeq(reader: Reader, number: number): Promise<number | null> {
  const row = await reader
    .selectFrom('order_refusal')
    .select('log_seq')
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return row?.log_seq == null ? null : Number(row.log_seq)
}

/** Numbers and leaf hashes of the refusals under one log entry, in the order of the entry's tree. */
export async function loggedRefusals(
  reader: Reader,
  logSeq: number,
): Promise<{ number: number; leaf: Buffer }[]> {
  const rows = await reader
    .selectFrom('order_refusal')
    .select(['number', 'leaf'])
    .where('log_seq', '=', BigInt(logSeq))
    .orderBy('number')
    .execute()
  return rows.map(({ number, leaf }) => ({ number: Number(number), leaf }))
}

/** Refusals without a log entry, by number. */
export function unloggedRefusals(tx: Tx): Promise<{ number: bigint; leaf: Buffer }[]> {
  return tx
    .selectFrom('order_refusal')
    .select(['number', 'leaf'])
    .where('log_seq', 'is', null)
    .orderBy('number')
    .execute()
}

/** Records the log entry whose root covers these refusals. */
export async function markRefusalsLogged(tx: Tx, numbers: readonly bigint[], seq: number): Promise<void> {
  await sql`update order_refusal set log_seq = ${seq}::bigint where number = any(${numbers}::bigint[])`.execute(
    tx,
  )
}

type RefusalRow = Selectable<OrderRefusalTable> & { hash: Buffer }

/** Reads a refusal from its row and its consent's hash. */
export function refusalOfRow(row: RefusalRow): StoredRefusal {
  const facts = readJson(row.facts)
  return {
    refusal: {
      v: 1,
      kind: 'refusal',
      number: Number(row.number),
      asked: row.asked,
      order: row.order_id,
      code: row.code,
      at: Number(row.at_ms),
      consent: row.hash.toString('hex'),
    },
    signature: row.signature.toString('hex'),
    facts: isRecord(facts) ? (facts as Record<string, string>) : {},
    logSeq: row.log_seq === null ? null : Number(row.log_seq),
  }
}
