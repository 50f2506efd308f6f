import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import type { Settlement } from '@tickmark/core/orders/orders'
import { sql, type Selectable } from 'kysely'
import type { Tx, Reader } from '../../db/pool.ts'
import { int2s, int8s, uuids } from '../../db/arrays.ts'
import type { SignedBatch } from '../receipts/signedBatches.ts'
import { codeOfOutcome, type Order, orderOfRow } from '../order/order.ts'
import type { OrdersTable } from '../order/tables.ts'

/** An open order with its outcome. */
export interface FinishedOrder {
  order: Order
  settlement: Settlement
  entry: Tick | null
  exit: Tick | null
  bid: Amount | null
  /** Hash of the owner's signed text for an early close; '' otherwise. */
  consent: string
}

/**
 * Finishes orders that this transaction has locked, in one statement. One row lists those that ended by themselves, for
 * messages to absent users; see `finish_orders` in the migrations.
 */
export async function callFinishOrders(
  tx: Tx,
  sealed: SignedBatch,
  endings: readonly FinishedOrder[],
  settledAtMs: number,
): Promise<void> {
  const list = <T>(pick: (ending: FinishedOrder) => T) => endings.map(pick)
  // An owner who closed the order at a bid needs no message.
  const news = endings.filter((one) => one.bid === null).map((one) => one.order)
  await sql`
    with news as (
      insert into settled_batch
      select ${sealed.id}::bigint, ${int8s(news.map((one) => one.userId))}::bigint[], ${uuids(news.map((one) => one.id))}::uuid[]
      where ${news.length > 0})
    select finish_orders(
    ${sealed.id}::bigint, ${sealed.root}, ${sealed.signature}, ${sealed.leaves}, ${settledAtMs}::bigint,
    ${int8s(list((one) => one.order.userId))}::bigint[],
    ${int8s(list((one) => one.order.dueAtMs))}::bigint[],
    ${uuids(list((one) => one.order.id))}::uuid[],
    ${int2s(list((one) => codeOfBook(one.order.book)))}::smallint[],
    ${int2s(list((one) => one.order.currencyId))}::smallint[],
    ${int2s(list((one) => codeOfOutcome(one.settlement.outcome)))}::smallint[],
    ${int8s(list((one) => one.settlement.net))}::bigint[],
    ${int8s(list((one) => one.bid))}::bigint[],
    ${int8s(list((one) => one.entry?.seq ?? null))}::bigint[],
    ${int8s(list((one) => one.entry?.price ?? null))}::bigint[],
    ${int8s(list((one) => one.entry?.atMs ?? null))}::bigint[],
    ${int8s(list((one) => one.exit?.seq ?? null))}::bigint[],
    ${int8s(list((one) => one.exit?.price ?? null))}::bigint[],
    ${int8s(list((one) => one.exit?.atMs ?? null))}::bigint[],
    ${int8s(list((one) => one.settlement.toUser))}::bigint[],
    ${int8s(list((one) => one.settlement.toBankroll))}::bigint[],
    ${int8s(list((one) => one.settlement.toFees))}::bigint[]
  )`.execute(tx)
}

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
