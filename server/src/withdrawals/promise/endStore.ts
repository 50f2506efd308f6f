import type { Ended } from '@tickmark/core/log/withdrawn'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../withdrawal/tables.ts'
import { stateOf } from '../withdrawal/withdrawal.ts'

interface EndRow {
  promise: bigint
  state: number
  reason: string | null
  txid: string | null
}

/** The first ends up to a time that the log lacks, at most `most`, of promises that it has. */
export async function unloggedEnds(reader: Reader, untilMs: number, most: number): Promise<Ended[]> {
  const { rows } = await sql<EndRow>`
    select p.number as promise, w.state, w.reason, w.txid
    from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
    where p.end_seq is null and p.log_seq is not null and w.state > ${WITHDRAWAL_STATES.broadcast}
      and w.state_at <= ${untilMs}::bigint
    order by p.number limit ${most}::int`.execute(reader)
  return rows.map(endedOf)
}

/** The ends under one log entry, in the entry's order, and the number of the first; null without any. */
export async function endsUnder(
  reader: Reader,
  seq: number,
): Promise<{ first: number; ends: Ended[] } | null> {
  const { rows } = await sql<EndRow & { number: bigint }>`
    select p.number as promise, p.end_number as number, w.state, w.reason, w.txid
    from withdrawal_promise p join withdrawal w on w.id = p.withdrawal
    where p.end_seq = ${seq}::bigint order by p.number`.execute(reader)
  return rows[0] ? { first: Number(rows[0].number), ends: rows.map(endedOf) } : null
}

function endedOf({ promise, state, reason, txid }: EndRow): Ended {
  return { promise: Number(promise), ...wayOf(stateOf(state), reason, txid ?? '') }
}

/** What the log says of a withdrawal in an ended state. */
function wayOf(
  state: ReturnType<typeof stateOf>,
  reason: string | null,
  txid: string,
): Pick<Ended, 'end' | 'tx'> {
  if (state === 'final') return { end: 'paid', tx: txid }
  if (state === 'rejected') return { end: 'refused', tx: '' }
  if (state === 'cancelled' && reason === CANCELLED_BY_OWNER) return { end: 'cancelled', tx: '' }
  return { end: 'returned', tx: state === 'dead' && reason === 'reverted' ? txid : '' }
}

/** The number of the newest end in the log; 0 without one. */
export async function lastEnd(reader: Reader): Promise<number> {
  const { rows } = await sql<{ number: bigint | null }>`
    select max(end_number) as number from withdrawal_promise`.execute(reader)
  return Number(rows[0]?.number ?? 0n)
}

/** Records the log entry that tells how the withdrawals of these promises ended, numbered from `first` on in their order. */
export async function markEndsLogged(
  tx: Tx,
  promises: readonly number[],
  first: number,
  seq: number,
): Promise<void> {
  await sql`update withdrawal_promise p set end_seq = ${seq}::bigint, end_number = ${first}::bigint + e.place - 1
    from unnest(${promises}::bigint[]) with ordinality as e (number, place)
    where p.number = e.number`.execute(tx)
}

/** The log entry that tells how a promised withdrawal ended; null while none does, undefined for an unknown promise. */
export async function endSeq(reader: Reader, promise: number): Promise<number | null | undefined> {
  const row = await reader
    .selectFrom('withdrawal_promise')
    .select('end_seq')
    .where('number', '=', BigInt(promise))
    .executeTakeFirst()
  return row && (row.end_seq === null ? null : Number(row.end_seq))
}
