import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import { orderOfRow, type Order } from '../order/order.ts'
import type { OrdersTable } from '../order/tables.ts'

/** Orders that were settled together: `users[i]` owns the order `ids[i]`. */
interface SettledBatch {
  batch: number
  users: number[]
  ids: string[]
}

export async function hasSettledBatch(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from settled_batch) as is`.execute(reader)
  return rows[0]?.is === true
}

/** Deletes and returns rows of settled batches, oldest first; skips those locked by another transaction. */
export async function takeSettledBatches(tx: Tx, most: number): Promise<SettledBatch[]> {
  const { rows } = await sql<{ batch: bigint; users: bigint[]; ids: string[] }>`
    delete from settled_batch where batch in (
      select batch from settled_batch order by batch limit ${most} for update skip locked)
    returning batch, users, ids`.execute(tx)
  return rows.map(({ batch, users, ids }) => ({ batch: Number(batch), users: users.map(Number), ids }))
}

/** In the order of placing. */
export async function ordersById(reader: Reader, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Selectable<OrdersTable>>`
    select * from orders where id = any(${ids}::uuid[]) order by id`.execute(reader)
  return rows.map(orderOfRow)
}
