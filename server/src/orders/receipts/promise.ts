import { assert } from '@tickmark/core/assert'
import { ticketHash } from '@tickmark/core/receipts/receipts'
import type { Promised } from '@tickmark/core/receipts/promiseShape'
import { sha256 } from '../../platform/sha256.ts'
import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { closeHashOf, consentHashOf } from '../consent/consentStore.ts'
import type { Order } from '../order/order.ts'
import type { OrderPorts } from '../order/ports.ts'
import { batchById } from '../order/store.ts'
import { statementOf, ticketOf } from './receipts.ts'
import { proofInBatch } from './signedBatches.ts'

/** The ticket of a stored order with its position in the signed batch, as answered first, under the present receipts key. */
export async function promiseOf(
  order: Order,
  { db, tagSecret, presentBatch }: Pick<OrderPorts, 'db' | 'tagSecret' | 'presentBatch'>,
): Promise<Promised> {
  const [batch, consent] = await Promise.all([
    batchById(db, 'ticket_batch', order.ticketBatch),
    consentHashOf(db, order.id),
  ])
  assert(batch, 'an order has its batch')
  const ticket = ticketOf(order, tagSecret, consent)
  assert(ticketHash(ticket, sha256) === order.ticket, 'the ticket is the one that was signed')
  return { ticket, proof: proofInBatch(await presentBatch('ticket-batch', batch), order.ticketIndex) }
}

type Closed = Pick<ReplyOf<(typeof orderRoutes)['closeLimitOrder']>, 'settlement' | 'proof'>

/** The statement of an early close with its position in the signed batch, likewise. */
export async function closedOf(
  order: Order,
  { db, presentBatch }: Pick<OrderPorts, 'db' | 'presentBatch'>,
): Promise<Closed> {
  const { result } = order
  assert(result, 'an order that was closed has its result')
  const [batch, consent] = await Promise.all([
    batchById(db, 'receipt_batch', result.receiptBatch),
    closeHashOf(db, order.id),
  ])
  assert(batch, 'a finished order has its batch')
  const proof = proofInBatch(await presentBatch('receipt-batch', batch), result.receiptIndex)
  return { settlement: statementOf(order, result, consent), proof: { ...proof, path: [...proof.path] } }
}
