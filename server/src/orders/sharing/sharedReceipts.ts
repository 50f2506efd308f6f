import { withoutOwner } from '@tickmark/core/receipts/consentCheck'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { sharingRoutes } from '@tickmark/wire/routes/sharing'
import { randomBytes } from 'node:crypto'
import { userOf, type Answers } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { OrderPorts } from '../order/ports.ts'
import type { Order } from '../order/order.ts'
import { ownOrder } from '../order/readOrder.ts'
import { receiptOf } from '../receipts/receipts.ts'
import { deleteShared, insertShared, orderOfName } from './sharingStore.ts'

/** Calls about receipts that their owners share with anyone who has the link. */
export function sharingAnswers(deps: OrderPorts): Answers<typeof sharingRoutes> {
  const builtReceipt = keptReceipts(deps)
  return {
    async shareReceipt({ orderId }, context) {
      const order = await ownOrder(userOf(context).id, orderId, deps)
      if (!order.result) throw new Refused('order_unknown')
      return { name: await insertShared(deps.db, order, randomBytes(16).toString('base64url')) }
    },
    async stopSharing({ orderId }, context) {
      await deleteShared(deps.db, await ownOrder(userOf(context).id, orderId, deps))
      return {}
    },
    /** Refuses every other name, including that of a receipt no longer shared. */
    async getSharedReceipt({ name }) {
      const order = await orderOfName(deps.db, name)
      const receipt = order && (await builtReceipt(order))
      if (!receipt) throw new Refused('order_unknown')
      return { receipt }
    },
  }
}

/** A link may be opened by many people at once; about 4 MB of receipts. */
const MOST_KEPT = 256

/**
 * Receipts without data that identifies their owners, each built once: a link shown to a crowd costs two look-ups per reader.
 * They never change as long as the log's keys stay.
 */
function keptReceipts(deps: OrderPorts): (order: Order) => Promise<Receipt | null> {
  const kept = new Map<string, Promise<Receipt | null>>()
  return async (order) => {
    const { log, receipts } = deps.prices.keys()
    const key = `${order.id} ${log} ${receipts}`
    const made = kept.get(key) ?? receiptOf(order, deps).then((receipt) => receipt && withoutOwner(receipt))
    kept.delete(key)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    const receipt = await made.catch((thrown: unknown) => {
      kept.delete(key)
      throw thrown
    })
    // The log may not reach far enough yet.
    if (!receipt) kept.delete(key)
    return receipt
  }
}
