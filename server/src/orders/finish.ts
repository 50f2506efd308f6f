import type { Tick } from '@tickmark/core/fixing'
import type { Amount } from '@tickmark/core/money'
import type { Settlement } from '@tickmark/core/orders'
import { settlementBody, settlementFor } from '@tickmark/core/receipts'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { Signer } from '../keys.ts'
import { arrayText } from '../ledger/arrays.ts'
import { leafHashOf, sealBatch } from './batches.ts'
import { codeOfBook, codeOfOutcome, type Order } from './order.ts'

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
 * signed batch of receipts. Replies with the orders as they are now.
 */
export async function finishOrders(
  tx: Tx,
  endings: readonly Ending[],
  seal: { batch: number; signer: Signer; settledAtMs: number },
): Promise<Order[]> {
  const { batch, signer, settledAtMs } = seal
  const leaves = endings.map((one) => leafHashOf(statementOf(one, settledAtMs)))
  const sealed = sealBatch('receipt-batch', batch, leaves, signer)
  const list = (pick: (ending: Ending) => bigint | number | string | null) => arrayText(endings.map(pick))
  await sql`select finish_orders(
    ${batch}::bigint, ${sealed.root}, ${sealed.signature}, ${sealed.leaves}, ${settledAtMs}::bigint,
    ${list((one) => one.order.userId)}::text::bigint[],
    ${list((one) => one.order.id)}::text::uuid[],
    ${list((one) => codeOfBook(one.order.book))}::text::smallint[],
    ${list((one) => one.order.currencyId)}::text::smallint[],
    ${list((one) => codeOfOutcome(one.settlement.outcome))}::text::smallint[],
    ${list((one) => one.settlement.net)}::text::bigint[],
    ${list((one) => one.bid)}::text::bigint[],
    ${list((one) => one.entry?.seq ?? null)}::text::bigint[],
    ${list((one) => one.entry?.price ?? null)}::text::bigint[],
    ${list((one) => one.entry?.atMs ?? null)}::text::bigint[],
    ${list((one) => one.exit?.seq ?? null)}::text::bigint[],
    ${list((one) => one.exit?.price ?? null)}::text::bigint[],
    ${list((one) => one.exit?.atMs ?? null)}::text::bigint[],
    ${list((one) => one.settlement.toUser)}::text::bigint[],
    ${list((one) => one.settlement.toBankroll)}::text::bigint[],
    ${list((one) => one.settlement.toFees)}::text::bigint[],
    ${list((one) => one.order.sums.profit)}::text::bigint[]
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
