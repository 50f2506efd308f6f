import { parseEntry } from '@tickmark/core/log/log'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { orderOfRow } from './order/store.ts'
import type { HostingOrder } from './order/order.ts'
import type { HostingOrderTable } from './tables.ts'

const MOST = 100

/** Numbers of statements that were made before a time and that the log does not have. */
export async function lateStatements(reader: Reader, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from hosting_statement where log_seq is null and at_ms < ${beforeMs}::bigint
    order by number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}

/** The last statement under the `hostings` entries up to an entry of the log, and that entry; 0 when there is none. */
export async function lastStatedUpTo(
  reader: Reader,
  logSize: number,
): Promise<{ seq: number; number: number }> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'hostings' and kind <> 'tick' and seq <= ${logSize}::bigint
    order by seq desc limit 1`.execute(reader)
  const entry = parseEntry(rows[0]?.body ?? '')
  return entry?.kind === 'hostings' ? { seq: entry.seq, number: entry.last } : { seq: 0, number: 0 }
}

/** The next statements after a number, each with its order and the hash of what that one's owner signed for it ('' for nothing). */
export async function statedOrders(
  reader: Reader,
  after: number,
  most: number,
): Promise<
  { number: number; kind: 'hosting' | 'exit'; text: string; order: HostingOrder; consent: string }[]
> {
  const { rows } = await sql<
    Selectable<HostingOrderTable> & { stated: bigint; kind: number; text: string; hash: Buffer | null }
  >`
    select o.*, s.number as stated, s.kind, s.text, c.hash from hosting_statement s
    join hosting_order o on o.id = s.order_id
    left join order_consent c on c.order_id = s.order_id and c.closes = (s.kind = 1) and c.hosts and not c.refused
    where s.number > ${after}::bigint order by s.number limit ${most}::int`.execute(reader)
  return rows.map(({ stated, kind, text, hash, ...row }) => ({
    number: Number(stated),
    kind: kind === 0 ? 'hosting' : 'exit',
    text,
    order: orderOfRow(row),
    consent: hash?.toString('hex') ?? '',
  }))
}
