import { sql } from 'kysely'
import { int4s, int8s } from '../../db/arrays.ts'
import { type Kinds, packed, unpacked } from '../../db/packedRows.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import { PLACED_COLUMNS } from '../order/columns.ts'
import { type Order, orderOfRow, orderWith, type PlacedRow } from '../order/order.ts'

/** Names a list of orders that fall due in one second; see `due_batch` in the migrations. Lists are in this order. */
export interface DueKey {
  dueAtMs: number
  batch: number
  part: number
}

/** Before every list. */
export const FIRST_DUE: DueKey = { dueAtMs: 0, batch: 0, part: 0 }

export function isAfter(one: DueKey, other: DueKey): boolean {
  return (one.dueAtMs - other.dueAtMs || one.batch - other.batch || one.part - other.part) > 0
}

/** Whether orders are listed as due up to a tick. */
export async function areDue(reader: Reader, upToMs: number): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select exists (select from due_batch where due_at_ms <= ${upToMs}::bigint) as are`.execute(reader)
  return rows[0]?.are === true
}

/**
 * Locks the next lists due up to a moment, first due first, until they have `most` orders or more; skips those locked by another
 * transaction.
 */
export async function takeDue(tx: Tx, upToMs: number, after: DueKey, most: number): Promise<DueKey[]> {
  const { rows } = await sql<{ due_at_ms: bigint; batch: bigint; part: number }>`
    select due_at_ms, batch, part
    from take_due(${upToMs}::bigint, ${after.dueAtMs}::bigint, ${after.batch}::bigint, ${after.part}::int, ${most}::int)`.execute(
    tx,
  )
  return rows.map(({ due_at_ms, batch, part }) => {
    return { dueAtMs: Number(due_at_ms), batch: Number(batch), part }
  })
}

type DueRow = PlacedRow & { log_seq: bigint | null }

const DUE_COLUMNS: Kinds<DueRow> = { ...PLACED_COLUMNS, log_seq: 'int8' }

/** The open orders of lists that this transaction has locked. `ticketSeq` is null until the log has the ticket. */
export async function openOf(
  tx: Tx,
  lists: readonly DueKey[],
): Promise<{ order: Order; ticketSeq: number | null }[]> {
  const query = sql<DueRow>`
    select o.*, (select b.log_seq from ticket_batch b where b.id = o.batch) as log_seq from due_orders(${keys(lists)}) o
    order by o.due_at_ms, o.id`
  const answer = await packed(DUE_COLUMNS, query).execute(tx)
  return unpacked(DUE_COLUMNS, answer.rows).map((row) => ({
    order: orderWith(row, null),
    ticketSeq: row.log_seq === null ? null : Number(row.log_seq),
  }))
}

/** Deletes lists whose orders are all finished. */
export async function dropLists(tx: Tx, lists: readonly DueKey[]): Promise<void> {
  if (lists.length === 0) return
  await sql`
    delete from due_batch where (due_at_ms, batch, part) in (select * from unnest(${keys(lists)}))`.execute(
    tx,
  )
}

const keys = (lists: readonly DueKey[]) => sql`
  ${int8s(lists.map((one) => one.dueAtMs))}::bigint[], ${int8s(lists.map((one) => one.batch))}::bigint[],
  ${int4s(lists.map((one) => one.part))}::int[]`

/**
 * An open order of the user; null when it is finished, missing or another user's. Locks it with all orders of its list until the
 * transaction ends.
 */
export async function lockOpenOrder(tx: Tx, userId: number, orderId: string): Promise<Order | null> {
  const locked = await sql`
    select from due_batch d join orders o on o.due_at_ms = d.due_at_ms and o.batch = d.batch and o.id = any (d.ids)
    where o.id = ${orderId}::uuid and o.user_id = ${BigInt(userId)} for update of d`.execute(tx)
  if (locked.rows.length === 0) return null
  // Read after the lock: its last holder may have finished the order.
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row ? orderOfRow(row) : null
}
