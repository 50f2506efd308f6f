import { parseWithdrawalPromise, type WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../withdrawal/tables.ts'

/** A promise as it was signed. */
export interface StatedPromise {
  statement: WithdrawalPromise
  /** 128 hexadecimal digits. */
  signature: string
}

/** Writes a promise with its text and signature. */
export async function insertPromise(
  tx: Tx,
  { number, id, at }: WithdrawalPromise,
  { text, signature }: { text: string; signature: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('withdrawal_promise')
    .values({
      number: BigInt(number),
      withdrawal: id,
      at_ms: BigInt(at),
      text,
      signature: Buffer.from(signature),
    })
    .execute()
}

/** The promise of a withdrawal; null when its row or text is not as we write them. */
export async function promiseOf(reader: Reader, withdrawal: string): Promise<StatedPromise | null> {
  const row = await reader
    .selectFrom('withdrawal_promise')
    .select(['text', 'signature'])
    .where('withdrawal', '=', withdrawal)
    .executeTakeFirst()
  const statement = row && parseWithdrawalPromise(row.text)
  return statement ? { statement, signature: row.signature.toString('hex') } : null
}

/**
 * The first promises without a log entry, at most `most`, up to the first one made after a time: a process whose clock is ahead may
 * have numbered that one before others made earlier.
 */
export async function unloggedPromises(
  reader: Reader,
  untilMs: number,
  most: number,
): Promise<{ number: number; text: string }[]> {
  const rows = await reader
    .selectFrom('withdrawal_promise')
    .select(['number', 'text', 'at_ms'])
    .where('log_seq', 'is', null)
    .orderBy('number')
    .limit(most)
    .execute()
  const later = rows.findIndex((row) => Number(row.at_ms) > untilMs)
  return rows
    .slice(0, later < 0 ? rows.length : later)
    .map(({ number, text }) => ({ number: Number(number), text }))
}

/** When the oldest promise without a log entry was made; null when all have one. */
export async function oldestUnlogged(reader: Reader): Promise<number | null> {
  const { oldest } = await reader
    .selectFrom('withdrawal_promise')
    .select((row) => row.fn.min('at_ms').as('oldest'))
    .where('log_seq', 'is', null)
    .executeTakeFirstOrThrow()
  return oldest === null ? null : Number(oldest)
}

/** Records the log entry whose root covers the promises with these numbers. */
export async function markPromisesLogged(tx: Tx, first: number, last: number, seq: number): Promise<void> {
  await sql`update withdrawal_promise set log_seq = ${seq}::bigint
    where number between ${first}::bigint and ${last}::bigint`.execute(tx)
}

/** The log entry that has a promise; null while none has it. */
export async function promiseSeq(reader: Reader, number: number): Promise<number | null> {
  const row = await reader
    .selectFrom('withdrawal_promise')
    .select('log_seq')
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return row?.log_seq == null ? null : Number(row.log_seq)
}

/** Numbers and texts of the promises under one log entry, in the order of the entry's tree. */
export async function promisesUnder(
  reader: Reader,
  seq: number,
): Promise<{ number: number; text: string }[]> {
  const rows = await reader
    .selectFrom('withdrawal_promise')
    .select(['number', 'text'])
    .where('log_seq', '=', BigInt(seq))
    .orderBy('number')
    .execute()
  return rows.map(({ number, text }) => ({ number: Number(number), text }))
}
