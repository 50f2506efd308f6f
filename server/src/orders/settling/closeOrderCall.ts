import type { Tick } from '@tickmark/core/market/fixing'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { liveValue, mayClose, type LiveValue } from '@tickmark/core/orders/orders'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { keyOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { requestHash } from '../../ledger/post.ts'
import { BID_LIFE_MS, bidStands, openBid, signBid } from '../../pricing/bids.ts'
import type { Closing } from './closeOrder.ts'
import type { OrderPorts } from '../order/ports.ts'
import { marketNow } from '../placing/orderOffers.ts'
import type { Order } from '../order/order.ts'
import { entriesNow, ownOrder } from '../order/readOrder.ts'

type Value = ReplyOf<(typeof orderRoutes)['getOrderValue']>
type CloseInput = InputOf<(typeof orderRoutes)['closeLimitOrder']>

/** What an open order is worth now, with a bid that holds for some seconds. */
export async function valueOf(userId: number, orderId: string, deps: OrderPorts): Promise<Value> {
  const order = await ownOrder(userId, orderId, deps)
  if (order.result) throw new Refused('order_finished')
  const { value, price } = await presentValue(order, deps)
  const expiresAtMs = deps.clock.nowMs() + BID_LIFE_MS
  return {
    chancePpm: value.chancePpm,
    value: formatAmount(value.value),
    bid: formatAmount(value.bid),
    bidId: signBid({ orderId, bid: value.bid, expiresAtMs }, deps.quoteKey),
    expiresAt: expiresAtMs,
    price: formatAmount(price),
  }
}

/** Closes an order at a bid, when that is still about what would be bid now. The same key gets its answer again. */
export async function closeEarly(
  { orderId, bidId }: CloseInput,
  context: CallContext,
  deps: OrderPorts,
  closing: Closing,
): Promise<Order> {
  const user = userOf(context)
  const order = await ownOrder(user.id, orderId, deps)
  // A finished order is for the use-case to refuse: it knows whether this very request has closed it before.
  const standing = order.result ? { bid: 0n, entry: NO_TICK } : await standingBid(order, bidId, deps)
  const fingerprint = requestHash(JSON.stringify(['close', orderId, bidId]))
  const done = await closing.closeOrder({
    userId: user.id,
    orderId,
    key: keyOf(context),
    fingerprint,
    ...standing,
  })
  if (!done.ok) throw new Refused(done.refusal.code)
  return done.value
}

const NO_TICK: Tick = { seq: 0, atMs: 0, price: 0n }

async function standingBid(
  order: Order,
  bidId: string,
  deps: OrderPorts,
): Promise<{ bid: Amount; entry: Tick }> {
  const opened = openBid(bidId, order.id, deps.quoteKey, deps.clock.nowMs())
  if (!opened.ok) throw new Refused(opened.refusal.code)
  const { value, entry } = await presentValue(order, deps)
  if (!bidStands(opened.value.bid, value.bid)) throw new Refused('quote_expired')
  return { bid: opened.value.bid, entry }
}

interface Present {
  value: LiveValue
  price: Amount
  entry: Tick
}

async function presentValue(order: Order, deps: OrderPorts): Promise<Present> {
  const nowMs = deps.clock.nowMs()
  if (!mayClose(order.dueAtMs, nowMs)) throw new Refused('close_too_late')
  const entry = (await entriesNow([order], deps)).get(order.id)
  if (!entry) throw new Refused('close_too_early')
  const { price, sigma } = marketNow(order.terms.pid, deps.prices)
  return {
    value: liveValue(order.terms, order.sums, entry.price, price, sigma, (order.dueAtMs - nowMs) / 1000),
    price,
    entry,
  }
}
