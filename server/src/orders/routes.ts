import { formatAmount } from '@tickmark/core/money/money'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { userOf, type Answers } from '../http/calls/context.ts'
import { closeEarly, valueOf } from './settling/closeOrderCall.ts'
import type { OrdersDeps } from './order/ports.ts'
import { offerAnswers } from './placing/orderOffers.ts'
import type { Order } from './order/order.ts'
import { createOrder } from './placing/createOrderCall.ts'
import { itemNow, itemsNow, ownOrder } from './order/readOrder.ts'
import { receiptOf } from './receipts/receipts.ts'
import { listOrders } from './order/store.ts'

/** How long a call waits for the result of an order that is about to settle. */
const RESULT_PATIENCE_MS = 5_000

/** The user's API for orders. */
export function ordersAnswers(deps: OrdersDeps): Answers<typeof orderRoutes> {
  const { db, clock } = deps
  return {
    ...offerAnswers(deps),
    createLimitOrder: (input, context) => createOrder(input, context, deps),
    async modifyLimitOrder({ orderId }, context) {
      const order = await awaitResult(userOf(context).id, orderId, deps)
      const net = order.result && formatAmount(order.result.net)
      return { net, order: await itemNow(order, context.language, deps) }
    },
    async getMyLimitOrders({ pageNum, pageSize, status, before }, context) {
      const { list, total } = await listOrders(db, {
        userId: userOf(context).id,
        book: context.book,
        status: status === 0 ? 'open' : 'finished',
        pageSize,
        page: Math.max(0, pageNum - 1),
        ...(before !== undefined && { before }),
      })
      return { list: await itemsNow(list, context.language, deps), total }
    },
    getOrderValue: ({ orderId }, context) => valueOf(userOf(context).id, orderId, deps),
    async closeLimitOrder(input, context) {
      const order = await closeEarly(input, context, deps)
      const net = formatAmount(order.result?.net ?? 0n)
      return { net, order: await itemNow(order, context.language, deps) }
    },
    async getReceipt({ orderId }, context) {
      const order = await ownOrder(userOf(context).id, orderId, deps)
      return { receipt: await receiptOf(order, deps) }
    },
  }

  /** Subscribes before it reads, so that it misses no settlement in between. */
  async function awaitResult(userId: number, orderId: string, { bell }: OrdersDeps): Promise<Order> {
    const untilMs = clock.nowMs() + RESULT_PATIENCE_MS
    const listening = bell.listen(orderId, untilMs)
    try {
      const order = await ownOrder(userId, orderId, deps)
      if (order.result || order.dueAtMs > untilMs) return order
      await listening.rung
      return await ownOrder(userId, orderId, deps)
    } finally {
      listening.stop()
    }
  }
}
