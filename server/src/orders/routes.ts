import { formatAmount } from '@tickmark/core/money/money'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { userOf, type Answers } from '../http/calls/context.ts'
import { closeEarly, valueOf } from './settling/closeOrderCall.ts'
import type { Closing } from './settling/closeOrder.ts'
import type { WakeUp } from './settling/wakeUp.ts'
import type { OrderPorts } from './order/ports.ts'
import { offerAnswers } from './placing/orderOffers.ts'
import type { Order } from './order/order.ts'
import { createOrder } from './placing/createOrder.ts'
import type { Placing } from './placing/placingQueue.ts'
import { itemNow, itemsNow, ownOrder } from './order/readOrder.ts'
import { filedReceipt } from './receipts/receipts.ts'
import { sharedName } from './sharing/sharingStore.ts'
import { loggedAnswerAt } from './receipts/loggedAnswer.ts'
import { closedOf } from './receipts/promise.ts'
import { answerTo } from './refusing/answerTo.ts'
import type { Refusing } from './refusing/refuseSigned.ts'
import { orderSums } from './order/orderSums.ts'
import { listOrders } from './order/ownOrdersStore.ts'

/** How long a call waits for the result of an order that is about to settle. */
const RESULT_PATIENCE_MS = 5_000

/** Use cases that place, close and refuse orders, and the wake-ups of settlements. */
export interface OrderWork {
  placing: Placing
  closing: Closing
  refusing: Refusing
  wakeUp: WakeUp
}

/** Users' calls about orders. */
export function ordersAnswers(deps: OrderPorts, work: OrderWork): Answers<typeof orderRoutes> {
  const { db, clock } = deps
  const { refusing, wakeUp } = work
  return {
    ...offerAnswers(deps),
    createLimitOrder: (input, context) => createOrder(input, context, deps, work),
    getAnswer: ({ consent }, context) => answerTo(consent, context, deps, refusing),
    getLoggedAnswer: async (input) => {
      const shown = await loggedAnswerAt(input, deps)
      if (!shown) return null
      const { segment, place } = shown
      const { from, bodies, left, right } = segment
      return {
        segment: { from, bodies: [...bodies], left: [...left], right: [...right] },
        place: place && { ...place, path: [...place.path] },
      }
    },
    async modifyLimitOrder({ orderId }, context) {
      const order = await awaitResult(userOf(context).id, orderId)
      const net = order.result && formatAmount(order.result.net)
      return { net, order: await itemNow(order, context.language, deps) }
    },
    async getMyLimitOrders({ pageNum, pageSize, status, before, pid, outcome }, context) {
      const { list, total } = await listOrders(db, {
        userId: userOf(context).id,
        book: context.book,
        pid,
        outcome,
        status: status === 0 ? 'open' : 'finished',
        pageSize,
        page: Math.max(0, pageNum - 1),
        ...(before !== undefined && { before }),
      })
      return { list: await itemsNow(list, context.language, deps), total }
    },
    getOrderSums: (input, context) =>
      orderSums(input, { userId: userOf(context).id, book: context.book }, db),
    getOrderValue: ({ orderId }, context) => valueOf(userOf(context).id, orderId, deps),
    async closeLimitOrder(input, context) {
      const order = await closeEarly(input, context, deps, work)
      const net = formatAmount(order.result?.net ?? 0n)
      const head = deps.prices.head()?.note ?? ''
      return {
        net,
        ...(await closedOf(order, deps)),
        head,
        order: await itemNow(order, context.language, deps),
      }
    },
    async getReceipt({ orderId }, context) {
      const order = await ownOrder(userOf(context).id, orderId, deps)
      return { ...(await filedReceipt(order, deps)), shared: await sharedName(deps.db, order.id) }
    },
  }

  /** Subscribes before it reads, so that a settlement in between is not missed. */
  async function awaitResult(userId: number, orderId: string): Promise<Order> {
    const untilMs = clock.nowMs() + RESULT_PATIENCE_MS
    const waiting = wakeUp.wait(orderId, untilMs)
    try {
      const order = await ownOrder(userId, orderId, deps)
      if (order.result || order.dueAtMs > untilMs) return order
      await waiting.woken
      return await ownOrder(userId, orderId, deps)
    } finally {
      waiting.stop()
    }
  }
}
