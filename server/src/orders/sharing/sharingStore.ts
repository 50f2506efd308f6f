import type { Db, Reader } from '../../db/pool.ts'
import type { Order } from '../order/order.ts'
import { orderById } from '../order/store.ts'
import type {} from './tables.ts'

/** The name under which an order's receipt is shared; null when it is not. */
export async function sharedName(reader: Reader, orderId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('shared_receipt')
    .select('name')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Shares an order's receipt under a name, or keeps its existing name; returns the name in force. */
export async function insertShared(db: Db, { id, userId }: Order, name: string): Promise<string> {
  await db
    .insertInto('shared_receipt')
    .values({ order_id: id, user_id: BigInt(userId), name })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
  return (await sharedName(db, id)) ?? name
}

export async function deleteShared(db: Db, { id }: Order): Promise<void> {
  await db.deleteFrom('shared_receipt').where('order_id', '=', id).execute()
}

/** The order whose receipt is shared under a name; null for every other name. */
export async function orderOfName(reader: Reader, name: string): Promise<Order | null> {
  const row = await reader
    .selectFrom('shared_receipt')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? orderById(reader, Number(row.user_id), row.order_id) : null
}
