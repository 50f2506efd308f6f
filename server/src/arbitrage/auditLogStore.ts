import { parseEntry, type ListEntry } from '@tickmark/core/log/log'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'

/** `trades` entries read at a time: their lines are held in memory. */
const CHUNK = 200
const MOST = 100

/** The next `trades` entries after an entry of the log, in order. */
export async function tradesAfter(reader: Reader, afterSeq: number): Promise<ListEntry[]> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'trades' and kind <> 'tick' and seq > ${afterSeq}::bigint
    order by seq limit ${CHUNK}::int`.execute(reader)
  return rows.flatMap((row) => {
    const entry = parseEntry(row.body)
    return entry?.kind === 'trades' ? [entry] : []
  })
}

/** The number of the last line under the `trades` entries up to an entry of the log; 0 when there is none. */
export async function lastTradesUpTo(reader: Reader, seq: number): Promise<number> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'trades' and kind <> 'tick' and seq <= ${seq}::bigint
    order by seq desc limit 1`.execute(reader)
  const entry = parseEntry(rows[0]?.body ?? '')
  return entry?.kind === 'trades' ? entry.last : 0
}

/** The lines, by number, that name one of these log entries. */
export async function linesUnder(
  reader: Reader,
  fromSeq: number,
  toSeq: number,
): Promise<{ seq: number; text: string }[]> {
  const { rows } = await sql<{ seq: bigint; text: string }>`
    select log_seq as seq, text from arbitrage_line where log_seq between ${fromSeq}::bigint and ${toSeq}::bigint
    order by number`.execute(reader)
  return rows.map((row) => ({ seq: Number(row.seq), text: row.text }))
}

/** Numbers of the lines that ended before a time and are missing from the log. */
export async function lateLines(reader: Reader, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from arbitrage_line where log_seq is null and at_ms < ${beforeMs}::bigint
    order by number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}

/** Numbers of the lines that name a log entry of another kind, among the entries after `afterSeq`. */
export async function strayLines(reader: Reader, afterSeq: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from arbitrage_line line left join log_entry entry on entry.seq = line.log_seq
    where line.log_seq > ${afterSeq}::bigint and entry.kind is distinct from 'trades'
    order by number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}
