import type { DayResult } from '@tickmark/core/arbitrage/sharing'
import type { Amount } from '@tickmark/core/money/money'
import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { HostingDayTable } from './tables.ts'

/** What a day's hosts of a book had hosted, and got. */
export interface BookShare {
  count: number
  hosted: Amount
  paid: Amount
}

/** A closed UTC day, by its number since 1970. */
export interface ClosedDay extends DayResult {
  day: number
  /** Numbers of the trade lines that it counts. */
  first: number
  last: number
  profit: Amount
  /** Merkle roots of its trade lines and of its payout lines. */
  trades: Buffer
  payouts: Buffer
  real: BookShare
  simulated: BookShare
  /** Number of its log entry; null until it is logged. */
  logSeq: number | null
}

/** Closed days, newest first. */
export async function closedDays(reader: Reader, most: number): Promise<ClosedDay[]> {
  const rows = await reader.selectFrom('hosting_day').selectAll().orderBy('day', 'desc').limit(most).execute()
  return rows.map(dayOfRow)
}

/** Days that the log does not have yet, in order. */
export async function unloggedDays(reader: Reader): Promise<ClosedDay[]> {
  const rows = await reader
    .selectFrom('hosting_day')
    .selectAll()
    .where('log_seq', 'is', null)
    .orderBy('day')
    .execute()
  return rows.map(dayOfRow)
}

export async function markLogged(tx: Tx, day: number, seq: number): Promise<void> {
  await tx
    .updateTable('hosting_day')
    .set({ log_seq: BigInt(seq) })
    .where('day', '=', day)
    .execute()
}

/** Time of the log's first entry, whose day is the first to be closed; null while the log is empty. */
export async function firstEntryAt(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ at: bigint }>`select at from log_entry where seq = 1`.execute(reader)
  return rows[0] ? Number(rows[0].at) : null
}

function dayOfRow(row: Selectable<HostingDayTable>): ClosedDay {
  const { day, profit, earned, carried, pool, trades, payouts } = row
  return {
    day,
    ...{ profit, earned, carried, pool, trades, payouts },
    first: Number(row.last_before) + 1,
    last: Number(row.last),
    real: { count: row.real_count, hosted: row.real_hosted, paid: row.real_paid },
    simulated: { count: row.simulated_count, hosted: row.simulated_hosted, paid: row.simulated_paid },
    logSeq: row.log_seq === null ? null : Number(row.log_seq),
  }
}
