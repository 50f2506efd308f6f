import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { decidingSeconds } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import { durationById } from '@tickmark/core/orders/durations'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { orderOfRow, type Order } from './order.ts'
import type { BatchTable } from './tables.ts'

/** An own order; null when the id is unknown or belongs to another user. */
export async function orderById(reader: Reader, userId: number, orderId: string): Promise<Order | null> {
  const row = await reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row ? orderOfRow(row) : null
}

/** The order placed earlier with a key, if any; refuses a key that was used for another request. */
export async function earlierOrder(
  reader: Reader,
  userId: number,
  key: string,
  fingerprint: string,
): Promise<Decision<Order | null, { code: 'key_reused' }>> {
  const row = await reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return accept(null)
  return row.fingerprint === fingerprint ? accept(orderOfRow(row)) : refuse({ code: 'key_reused' })
}

/** Whether any order is open, in either book. */
export async function hasOpenOrder(reader: Reader): Promise<boolean> {
  const { rows } = await sql`
    select from due_batch d cross join unnest(d.ids) as one
    where not exists (select from settled_order s where s.id = one) limit 1`.execute(reader)
  return rows.length > 0
}

/** The seconds from `from` to `to`, both included, whose ticks can decide an order without an outcome, in order. */
export async function neededSeconds(reader: Reader, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ due: bigint; duration: number }>`
    select distinct due_at_ms as due, duration_id as duration from open_orders()`.execute(reader)
  const needed = new Set<number>()
  for (const { due, duration } of rows) {
    const rule = durationById(duration)
    if (!rule) continue
    for (const second of decidingSeconds(Number(due), rule)) {
      if (second >= from && second <= to) needed.add(second)
    }
  }
  return [...needed].toSorted((one, other) => one - other)
}

/** Open orders and their stake on each direction by product and currency, both books together; for the shares shown. */
export async function openStakes(
  reader: Reader,
): Promise<{ pid: number; currencyId: number; direction: 'up' | 'down'; stake: Amount; orders: number }[]> {
  const { rows } = await sql<{
    pid: number
    currency: number
    direction: number
    stake: bigint
    orders: number
  }>`
    select pid, currency, direction, sum(stake)::bigint as stake, count(*)::int as orders from open_orders()
    group by pid, currency, direction`.execute(reader)
  return rows.map((row) => ({
    pid: row.pid,
    currencyId: row.currency,
    direction: row.direction === 0 ? ('up' as const) : ('down' as const),
    stake: row.stake,
    orders: row.orders,
  }))
}

/** A signed batch with the leaf hashes of its tree; `logSeq` is null until the log has its root. */
export interface StoredBatch {
  id: number
  count: number
  root: Uint8Array
  signature: Uint8Array
  /** 32 bytes each, in order; `hashTree` of core/src/log/tree/merkle.ts rebuilds the tree from them. */
  leaves: Uint8Array[]
  logSeq: number | null
}

export async function batchById(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  id: number,
): Promise<StoredBatch | null> {
  const row = await reader.selectFrom(table).selectAll().where('id', '=', BigInt(id)).executeTakeFirst()
  return row ? batchOfRow(row) : null
}

/** Log positions of ticket batches, by batch; a batch that is not logged yet is absent. */
export async function ticketSeqs(reader: Reader, batches: readonly number[]): Promise<Map<number, number>> {
  if (batches.length === 0) return new Map()
  const ids = [...new Set(batches)].map(BigInt)
  const rows = await reader
    .selectFrom('ticket_batch')
    .select(['id', 'log_seq'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap((row) => (row.log_seq === null ? [] : [[Number(row.id), Number(row.log_seq)] as const])),
  )
}

/** The log's entry that has a batch; null while none has. */
export async function batchSeq(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  id: number,
): Promise<number | null> {
  const row = await reader.selectFrom(table).select('log_seq').where('id', '=', BigInt(id)).executeTakeFirst()
  return row?.log_seq == null ? null : Number(row.log_seq)
}

/** Roots of the batches under one `tickets` or `receipts` entry, in the order of the entry's tree. */
export async function loggedBatches(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  logSeq: number,
): Promise<{ id: number; root: Uint8Array }[]> {
  const rows = await reader
    .selectFrom(table)
    .select(['id', 'root'])
    .where('log_seq', '=', BigInt(logSeq))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: Number(row.id), root: row.root }))
}

function batchOfRow(row: BatchTable): StoredBatch {
  const { count, root, signature } = row
  const leaves = Array.from({ length: count }, (_, i) => row.leaves.subarray(32 * i, 32 * i + 32))
  const logSeq = row.log_seq === null ? null : Number(row.log_seq)
  return { id: Number(row.id), count, root, signature, leaves, logSeq }
}
