import { settlementBody, settlementFor } from '@tickmark/core/receipts/receipts'
import type { Tx } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { leafHashOf, signBatch } from '../receipts/signedBatches.ts'
import { callFinishOrders, type FinishedOrder } from './finishStore.ts'
import type { Order } from '../order/order.ts'

/**
 * Finishes orders that this transaction has locked, in one statement: results, payouts, and one signed batch of
 * receipts. Orders that ended by themselves are also listed for the absent notifier. Returns the finished orders.
 */
export async function finishOrders(
  tx: Tx,
  endings: readonly FinishedOrder[],
  seal: { batch: number; signer: Signer; settledAtMs: number },
): Promise<Order[]> {
  const { batch, signer, settledAtMs } = seal
  const leaves = endings.map((one) => leafHashOf(settlementText(one, settledAtMs)))
  const sealed = signBatch('receipt-batch', batch, leaves, signer)
  await callFinishOrders(tx, sealed, endings, settledAtMs)
  return endings.map((one, i) => finished(one, batch, i, settledAtMs))
}

/** The text of a settlement, which is the order's leaf in its batch of receipts. */
export function settlementText(
  { order, settlement, entry, exit, bid, consent }: FinishedOrder,
  settledAtMs: number,
): string {
  return settlementBody(
    settlementFor({
      orderId: order.id,
      ticket: order.ticket,
      settlement,
      entry,
      exit,
      bid,
      settledAtMs,
      consent,
    }),
  )
}

function finished(
  ending: FinishedOrder,
  receiptBatch: number,
  receiptIndex: number,
  settledAtMs: number,
): Order {
  const { order, settlement, entry, exit, bid } = ending
  const { outcome, net } = settlement
  return { ...order, result: { outcome, net, bid, entry, exit, settledAtMs, receiptBatch, receiptIndex } }
}
