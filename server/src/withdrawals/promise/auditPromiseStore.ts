import { parseEntry } from '@tickmark/core/log/log'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { WithdrawalRow } from '../withdrawal/tables.ts'
import { withdrawalOfRow, type Withdrawal } from '../withdrawal/withdrawal.ts'

const MOST = 100

/** Numbers of the promises made before a time that the log lacks. */
export async function latePromises(reader: Reader, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from withdrawal_promise where log_seq is null and at_ms < ${beforeMs}::bigint
    order by number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}

/** Numbers of the promises of withdrawals that ended before a time, and whose end the log lacks. */
export async function lateEnds(reader: Reader, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select p.number from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
    where p.end_seq is null and w.state > ${WITHDRAWAL_STATES.broadcast} and w.state_at < ${beforeMs}::bigint
    order by p.number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}

/**
 * Promises due before a time whose withdrawals are still under way, with their due times. Leaves out those whose network was halted
 * when they were due, and is halted still or was until that time. A text without a due time counts as due.
 */
export async function brokenPromises(
  reader: Reader,
  beforeMs: number,
): Promise<{ number: number; dueMs: number }[]> {
  const { rows } = await sql<{ number: bigint; due: bigint }>`
    select p.number, d.due from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
    cross join lateral (select coalesce(substring(p.text from '"due":(\\d{1,15})[,}]')::bigint, 0) as due) d
    where w.state <= ${sql.lit(WITHDRAWAL_STATES.broadcast)} and d.due < ${beforeMs}::bigint
      and not exists (select from chain_state c
        where c.chain = w.chain and c.halted_because is not null and c.halted_at_ms <= d.due)
      and not exists (select from chain_resume r
        where r.chain = w.chain and r.halted_at_ms <= d.due and r.at_ms >= ${beforeMs}::bigint)
    order by p.number limit ${MOST}::int`.execute(reader)
  return rows.map(({ number, due }) => ({ number: Number(number), dueMs: Number(due) }))
}

/** Withdrawals without a promise. */
export async function withdrawalsUnpromised(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawal w where not exists (select from withdrawal_promise where withdrawal = w.id)
    order by place limit ${MOST}::int`.execute(reader)
  return rows.map((row) => row.id)
}

/** The number of the last promise under the `withdrawals` entries up to an entry of the log; 0 when there is none. */
export async function promisesBefore(reader: Reader, logSize: number): Promise<number> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'withdrawals' and kind <> 'tick' and seq <= ${logSize}::bigint
    order by seq desc limit 1`.execute(reader)
  const entry = parseEntry(rows[0]?.body ?? '')
  return entry?.kind === 'withdrawals' ? entry.last : 0
}

/** The number of the last end in the `withdrawn` entries up to an entry of the log; 0 when there is none. */
export async function endsBefore(reader: Reader, logSize: number): Promise<number> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'withdrawn' and kind <> 'tick' and seq <= ${logSize}::bigint
    order by seq desc limit 1`.execute(reader)
  const entry = parseEntry(rows[0]?.body ?? '')
  return entry?.kind === 'withdrawn' ? entry.first + entry.ends.length - 1 : 0
}

/** The next promises after a number, each with its withdrawal. */
export async function promisedWithdrawals(
  reader: Reader,
  after: number,
  most: number,
): Promise<{ number: number; text: string; withdrawal: Withdrawal }[]> {
  const { rows } = await sql<WithdrawalRow & { number: bigint; text: string }>`
    select w.*, p.number, p.text from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
    where p.number > ${after}::bigint order by p.number limit ${most}::int`.execute(reader)
  return rows.map(({ number, text, ...row }) => {
    return { number: Number(number), text, withdrawal: withdrawalOfRow(row) }
  })
}
