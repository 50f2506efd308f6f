import type { RecordFigures } from '@tickmark/core/record/recordFigures'
import { sql } from 'kysely'
import { LOCKS } from '../db/locks.ts'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** The record of a day. `logSeq` is null until the log has its root. */
export interface RecordDay {
  day: string
  orders: number
  withdrawals: number
  root: Buffer
  /** Size of the file in bytes. */
  size: number
  logSeq: number | null
}

/** Takes the lock for making records until the end of the transaction; false when another process has it. */
export async function tryBuildLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    won: boolean
  }>`select pg_try_advisory_xact_lock(${LOCKS.records}) as won`.execute(tx)
  return rows[0]?.won === true
}

/** The newest day with a record; null before the first. */
export async function lastDay(reader: Reader): Promise<string | null> {
  const query = reader.selectFrom('record_day').select('day').orderBy('day', 'desc').limit(1)
  return (await query.executeTakeFirst())?.day ?? null
}

/** Time of the log's first entry; null while it is empty. */
export async function firstEntryAt(reader: Reader): Promise<number | null> {
  const row = await reader.selectFrom('log_entry').select('at').where('seq', '=', 1n).executeTakeFirst()
  return row ? Number(row.at) : null
}

export async function insertDay(
  tx: Tx,
  { orders, withdrawals, size, ...rest }: Omit<RecordDay, 'logSeq'>,
  figures: RecordFigures,
): Promise<void> {
  const counts = { orders: BigInt(orders), withdrawals: BigInt(withdrawals), size: BigInt(size) }
  await tx
    .insertInto('record_day')
    .values({ ...rest, ...counts, figures: JSON.stringify(figures), log_seq: null })
    .execute()
}

/** Stores some lines of a day, compressed. The day's own row follows in the same transaction. */
export async function insertPart(tx: Tx, day: string, part: number, lines: Buffer): Promise<void> {
  await tx.insertInto('record_part').values({ day, part, lines }).execute()
}

export async function readPart(reader: Reader, day: string, part: number): Promise<Buffer | null> {
  const query = reader.selectFrom('record_part').select('lines').where('day', '=', day)
  return (await query.where('part', '=', part).executeTakeFirst())?.lines ?? null
}

const DAY_COLUMNS = ['day', 'orders', 'withdrawals', 'root', 'size', 'log_seq'] as const

/** Days that the log lacks, in order. */
export async function unloggedDays(reader: Reader): Promise<RecordDay[]> {
  const query = reader.selectFrom('record_day').select(DAY_COLUMNS).where('log_seq', 'is', null)
  return (await query.orderBy('day').execute()).map(dayOfRow)
}

export async function markLogged(tx: Tx, day: string, seq: number): Promise<void> {
  await tx
    .updateTable('record_day')
    .set({ log_seq: BigInt(seq) })
    .where('day', '=', day)
    .execute()
}

export async function readDay(reader: Reader, day: string): Promise<RecordDay | null> {
  const query = reader.selectFrom('record_day').select(DAY_COLUMNS).where('day', '=', day)
  const row = await query.executeTakeFirst()
  return row ? dayOfRow(row) : null
}

/** A day's figures as of the making of its record. */
export async function readFigures(reader: Reader, day: string): Promise<RecordFigures | null> {
  const query = reader.selectFrom('record_day').select('figures').where('day', '=', day)
  const row = await query.executeTakeFirst()
  return row ? (JSON.parse(row.figures) as RecordFigures) : null
}

/** The days whose record the log has, newest first. */
export async function loggedDays(reader: Reader, most: number): Promise<RecordDay[]> {
  const query = reader.selectFrom('record_day').select(DAY_COLUMNS).where('log_seq', 'is not', null)
  return (await query.orderBy('day', 'desc').limit(most).execute()).map(dayOfRow)
}

/** Texts of the log's `record` entries, in order. */
export async function recordEntries(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'record' and kind <> 'tick' order by seq`.execute(reader)
  return rows.map((row) => row.body)
}

interface DayRow {
  day: string
  orders: bigint
  withdrawals: bigint
  root: Buffer
  size: bigint
  log_seq: bigint | null
}

function dayOfRow({ day, orders, withdrawals, root, size, log_seq: seq }: DayRow): RecordDay {
  const counts = { orders: Number(orders), withdrawals: Number(withdrawals), size: Number(size) }
  return { day, ...counts, root, logSeq: seq === null ? null : Number(seq) }
}

/**
 * Cancels the transaction's running statement when the signal aborts, so that it rolls back. The returned function ends the
 * watch.
 */
export async function endOnAbort(db: Db, tx: Tx, signal: AbortSignal): Promise<() => void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const cancel = () => {
    // Without a connection for cancelling, the statement runs to its end.
    void sql`select pg_cancel_backend(${rows[0]?.pid ?? 0}::integer)`.execute(db).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  return () => signal.removeEventListener('abort', cancel)
}
