import { withoutOwner } from '@tickmark/core/receipts/consentCheck'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { sharingRoutes } from '@tickmark/wire/routes/sharing'
import { randomBytes } from 'node:crypto'
import { userOf, type Answers } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { OrderPorts } from '../order/ports.ts'
import { ownOrder } from '../order/readOrder.ts'
import { receiptOf } from '../receipts/receipts.ts'
import { deleteShared, insertShared, orderOfName } from './sharingStore.ts'

/** Calls about receipts that their owners share with anyone who has the link. */
export function sharingAnswers(deps: OrderPorts): Answers<typeof sharingRoutes> {
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
    getSharedReceipt: async ({ name }) => ({ receipt: await sharedReceipt(name, deps) }),
  }
}

/** A shared receipt without what leads to its owner. Refuses every other name, also of a receipt that is not shared any more. */
export async function sharedReceipt(name: string, deps: OrderPorts): Promise<Receipt> {
  const order = await orderOfName(deps.db, name)
  const receipt = order && (await receiptOf(order, deps))
  if (!receipt) throw new Refused('order_unknown')
  return withoutOwner(receipt)
}
