import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import type { Settlement } from '@tickmark/core/orders/orders'
import { settlementBody, settlementFor } from '@tickmark/core/receipts/receipts'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { int2s, int8s, uuids } from '../../db/arrays.ts'
import { leafHashOf, sealBatch } from '../receipts/signedBatches.ts'
import { codeOfOutcome, type Order } from '../order/order.ts'

/** An open order with what becomes of it. */
export interface Ending {
  order: Order
  settlement: Settlement
  entry: Tick | null
  exit: Tick | null
  bid: Amount | null
}

/**
 * Finishes orders that this transaction holds locked, in one statement: results, payouts, and their statements as one
 * signed batch of receipts, and a note of those that ended by themselves for whoever tells who is away. Replies with the orders as they are now.
 */
export async function finishOrders(
  tx: Tx,
  endings: readonly Ending[],
  seal: { batch: number; signer: Signer; settledAtMs: number },
): Promise<Order[]> {
  const { batch, signer, settledAtMs } = seal
  const leaves = endings.map((one) => leafHashOf(statementOf(one, settledAtMs)))
  const sealed = sealBatch('receipt-batch', batch, leaves, signer)
  const list = <T>(pick: (ending: Ending) => T) => endings.map(pick)
  // Who closed his order by a bid knows.
  const news = endings.filter((one) => one.bid === null).map((one) => one.order)
  await sql`
    with news as (
      insert into settled_batch
      select ${batch}::bigint, ${int8s(news.map((one) => one.userId))}::bigint[], ${uuids(news.map((one) => one.id))}::uuid[]
      where ${news.length > 0})
    select finish_orders(
    ${batch}::bigint, ${sealed.root}, ${sealed.signature}, ${sealed.leaves}, ${settledAtMs}::bigint,
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
  return endings.map((one, i) => finished(one, batch, i, settledAtMs))
}

/** The text of the statement that is the order's leaf in its batch of receipts. */
export function statementOf({ order, settlement, entry, exit, bid }: Ending, settledAtMs: number): string {
  return settlementBody(
    settlementFor({ orderId: order.id, ticket: order.ticket, settlement, entry, exit, bid, settledAtMs }),
  )
}

function finished(ending: Ending, receiptBatch: number, receiptIndex: number, settledAtMs: number): Order {
  const { order, settlement, entry, exit, bid } = ending
  const { outcome, net } = settlement
  return { ...order, result: { outcome, net, bid, entry, exit, settledAtMs, receiptBatch, receiptIndex } }
}
