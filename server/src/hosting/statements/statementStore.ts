import type { HostingStatement, SignedHosting } from '@tickmark/core/arbitrage/hostings'
import { parseHosting } from '@tickmark/core/arbitrage/readHosting'
import { sql } from 'kysely'
import { lockAll } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../tables.ts'

/**
 * No other transaction can number a statement until this one ends. Returns the newest statement's number and time, 0 before the
 * first. Taken after a book's lock.
 */
export async function lockStatements(tx: Tx): Promise<{ number: number; atMs: number }> {
  await lockAll(tx, 'hostingStatements')
  const row = await tx
    .selectFrom('hosting_statement')
    .select(['number', 'at_ms'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: Number(row?.number ?? 0), atMs: Number(row?.at_ms ?? 0) }
}

/** Writes a statement with its text and signature; the caller has locked the statements. */
export async function insertStatement(
  tx: Tx,
  { number, kind, order, at }: HostingStatement,
  { text, signature }: { text: string; signature: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('hosting_statement')
    .values({
      number: BigInt(number),
      kind: kind === 'hosting' ? 0 : 1,
      order_id: order,
      at_ms: BigInt(at),
      text,
      signature: Buffer.from(signature),
    })
    .execute()
}

/** A statement by its number, with its signature and its log entry; null without one. */
export async function statementAt(
  reader: Reader,
  number: number,
): Promise<(SignedHosting & { logSeq: number | null }) | null> {
  const row = await reader
    .selectFrom('hosting_statement')
    .select(['text', 'signature', 'log_seq'])
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  const statement = row && parseHosting(row.text)
  if (!statement) return null
  const logSeq = row.log_seq === null ? null : Number(row.log_seq)
  return { statement, signature: row.signature.toString('hex'), logSeq }
}

/** The first statements without a log entry that were made up to a time, at most `most`. */
export async function unloggedStatements(
  reader: Reader,
  untilMs: number,
  most: number,
): Promise<{ number: number; text: string }[]> {
  const rows = await reader
    .selectFrom('hosting_statement')
    .select(['number', 'text'])
    .where('log_seq', 'is', null)
    .where('at_ms', '<=', BigInt(untilMs))
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map(({ number, text }) => ({ number: Number(number), text }))
}

/** When the oldest unlogged statement was made, ms since 1970; null when all are logged. */
export async function oldestUnlogged(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('hosting_statement')
    .select('at_ms')
    .where('log_seq', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.at_ms) : null
}

/** Whether the log has every statement up to a number. */
export async function areStated(reader: Reader, lastNumber: number): Promise<boolean> {
  const row = await reader
    .selectFrom('hosting_statement')
    .select('number')
    .where('log_seq', 'is', null)
    .where('number', '<=', BigInt(lastNumber))
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Records the log entry whose root covers these statements. */
export async function markStatementsLogged(tx: Tx, first: number, last: number, seq: number): Promise<void> {
  await sql`update hosting_statement set log_seq = ${seq}::bigint
    where number between ${first}::bigint and ${last}::bigint`.execute(tx)
}

/** Number of the last statement before a time; 0 without one. */
export async function lastStatementBefore(reader: Reader, ms: number): Promise<number> {
  const { rows } = await sql<{ number: bigint | null }>`
    select max(number) as number from hosting_statement where at_ms < ${ms}::bigint`.execute(reader)
  return Number(rows[0]?.number ?? 0n)
}

/** The log entries that hold any of these statements, in the order of the log. */
export async function statementEntries(
  reader: Reader,
  { first, last }: { first: number; last: number },
): Promise<number[]> {
  const { rows } = await sql<{ seq: bigint }>`
    select distinct log_seq as seq from hosting_statement
    where number between ${first}::bigint and ${last}::bigint and log_seq is not null order by 1`.execute(
    reader,
  )
  return rows.map(({ seq }) => Number(seq))
}

/** Some of the statements under log entries `first` to `last`, by number, after number `after`. */
export async function statementsFrom(
  reader: Reader,
  { first, last, after, most }: { first: number; last: number; after: number; most: number },
): Promise<{ number: number; text: string }[]> {
  const rows = await reader
    .selectFrom('hosting_statement')
    .select(['number', 'text'])
    .where('log_seq', '>=', BigInt(first))
    .where('log_seq', '<=', BigInt(last))
    .where('number', '>', BigInt(after))
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map((row) => ({ number: Number(row.number), text: row.text }))
}

/** Texts of all statements under log entries `first` to `last`, by number. */
export async function statementsUnder(
  reader: Reader,
  { first, last }: { first: number; last: number },
): Promise<{ number: number; seq: number; text: string }[]> {
  const rows = await reader
    .selectFrom('hosting_statement')
    .select(['number', 'log_seq', 'text'])
    .where('log_seq', '>=', BigInt(first))
    .where('log_seq', '<=', BigInt(last))
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ number: Number(row.number), seq: Number(row.log_seq), text: row.text }))
}
