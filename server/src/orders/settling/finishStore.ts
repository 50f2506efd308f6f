import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import type { Settlement } from '@tickmark/core/orders/orders'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { int2s, int8s, uuids } from '../../db/arrays.ts'
import type { SealedBatch } from '../receipts/signedBatches.ts'
import { codeOfOutcome, type Order } from '../order/order.ts'

/** An open order with its outcome. */
export interface FinishedOrder {
  order: Order
  settlement: Settlement
  entry: Tick | null
  exit: Tick | null
  bid: Amount | null
}

/**
 * Finishes orders that this transaction has locked, in one statement. One row lists those that ended by themselves, for
 * messages to absent users; see `finish_orders` in the migrations.
 */
export async function callFinishOrders(
  tx: Tx,
  sealed: SealedBatch,
  endings: readonly FinishedOrder[],
  settledAtMs: number,
): Promise<void> {
  const list = <T>(pick: (ending: FinishedOrder) => T) => endings.map(pick)
  // An owner who closed his order by a bid needs no message.
  const news = endings.filter((one) => one.bid === null).map((one) => one.order)
  await sql`
    with news as (
      insert into settled_batch
      select ${sealed.id}::bigint, ${int8s(news.map((one) => one.userId))}::bigint[], ${uuids(news.map((one) => one.id))}::uuid[]
      where ${news.length > 0})
    select finish_orders(
    ${sealed.id}::bigint, ${sealed.root}, ${sealed.signature}, ${sealed.leaves}, ${settledAtMs}::bigint,
    ${int8s(list((one) => one.order.userId))}::bigint[],
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
    ${int8s(list((one) => one.settlement.toFees))}::bigint[],
    ${int8s(list((one) => one.order.sums.profit))}::bigint[]
  )`.execute(tx)
}
