import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { lockAll } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../tables.ts'

/** No other transaction can number a line until this one ends. Take this lock before any book's. */
export async function lockTrades(tx: Tx): Promise<void> {
  await lockAll(tx, 'trades')
}

/** The kinds of lines by their codes in the database. */
const KINDS = ['trade', 'move', 'arrival'] as const

/** A line to be written, about the trade or move `about`. */
export interface NewLine {
  number: number
  about: string
  kind: (typeof KINDS)[number]
  atMs: number
  profit: Amount
  text: string
}

/** Number and time of the newest line; 0 before the first. */
export async function lastLine(reader: Reader): Promise<{ number: number; atMs: number }> {
  const row = await reader
    .selectFrom('arbitrage_line')
    .select(['number', 'at_ms'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: Number(row?.number ?? 0), atMs: Number(row?.at_ms ?? 0) }
}

/** Writes a line; the caller has locked the trades. */
export async function insertLine(
  tx: Tx,
  { number, about, kind, atMs, profit, text }: NewLine,
): Promise<void> {
  await tx
    .insertInto('arbitrage_line')
    .values({
      number: BigInt(number),
      about,
      kind: KINDS.indexOf(kind),
      at_ms: BigInt(atMs),
      profit,
      text,
    })
    .execute()
}

/** The number of a move's line. */
export async function numberOfMove(reader: Reader, id: string): Promise<number> {
  const row = await reader
    .selectFrom('arbitrage_line')
    .select('number')
    .where('about', '=', id)
    .where('kind', '=', KINDS.indexOf('move'))
    .executeTakeFirstOrThrow()
  return Number(row.number)
}

/** The lines after a number that ended before a time, with the sum of their profits less the costs of moves. */
export async function tradesToShare(
  reader: Reader,
  afterNumber: number,
  untilMs: number,
): Promise<{ first: number; last: number; profit: Amount; lines: string[] }> {
  const rows = await reader
    .selectFrom('arbitrage_line')
    .select(['profit', 'text'])
    .where('number', '>', BigInt(afterNumber))
    .where('at_ms', '<', BigInt(untilMs))
    .orderBy('number')
    .execute()
  const profit = rows.reduce((sum, row) => sum + row.profit, 0n)
  const lines = rows.map((row) => row.text)
  return { first: afterNumber + 1, last: afterNumber + rows.length, profit, lines }
}

/** Profit of the lines after a number. */
export async function profitAfter(reader: Reader, number: number): Promise<Amount> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(profit), 0)::bigint as sum from arbitrage_line where number > ${number}::bigint`.execute(
    reader,
  )
  return rows[0]?.sum ?? 0n
}

/** Profit of the lines from a time on. */
export async function profitSince(reader: Reader, fromMs: number): Promise<Amount> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(profit), 0)::bigint as sum from arbitrage_line where at_ms >= ${fromMs}::bigint`.execute(
    reader,
  )
  return rows[0]?.sum ?? 0n
}

/** Texts of the lines with these numbers, both included, in their order. */
export async function tradeLines(
  reader: Reader,
  { first, last }: { first: number; last: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('arbitrage_line')
    .select('text')
    .where('number', '>=', BigInt(first))
    .where('number', '<=', BigInt(last))
    .orderBy('number')
    .execute()
  return rows.map((row) => row.text)
}

/** A page of lines, newest first, counted from 0. */
export async function listLines(
  reader: Reader,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ texts: string[]; total: number }> {
  const { number: total } = await lastLine(reader)
  const rows = await reader
    .selectFrom('arbitrage_line')
    .select('text')
    .where('number', '<=', BigInt(Math.max(0, total - page * pageSize)))
    .orderBy('number', 'desc')
    .limit(pageSize)
    .execute()
  return { texts: rows.map((row) => row.text), total }
}

/** The first lines without a log entry that ended before a time, at most `most`. */
export async function unloggedLines(
  reader: Reader,
  beforeMs: number,
  most: number,
): Promise<{ number: number; text: string }[]> {
  const rows = await reader
    .selectFrom('arbitrage_line')
    .select(['number', 'text', 'at_ms'])
    .where('log_seq', 'is', null)
    .orderBy('number')
    .limit(most)
    .execute()
  return rows
    .filter((row) => row.at_ms < BigInt(beforeMs))
    .map(({ number, text }) => ({ number: Number(number), text }))
}

/** Whether the log has every line up to a number. */
export async function areLogged(reader: Reader, lastNumber: number): Promise<boolean> {
  const row = await reader
    .selectFrom('arbitrage_line')
    .select('number')
    .where('log_seq', 'is', null)
    .where('number', '<=', BigInt(lastNumber))
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Records the log entry whose root covers these lines. */
export async function markLinesLogged(tx: Tx, first: number, last: number, seq: number): Promise<void> {
  await sql`update arbitrage_line set log_seq = ${seq}::bigint
    where number between ${first}::bigint and ${last}::bigint`.execute(tx)
}

/** When the newest trade ended; null before the first. */
export async function lastTradeAt(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('arbitrage_line')
    .select('at_ms')
    .where('kind', '=', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.at_ms) : null
}
