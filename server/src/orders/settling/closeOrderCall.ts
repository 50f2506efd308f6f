import { readCloseText } from '@tickmark/core/consent/consentText'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Tick } from '@tickmark/core/market/fixing'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { liveValue, mayClose, type LiveValue } from '@tickmark/core/orders/orders'
import { standingOf } from '@tickmark/core/orders/standing'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { keyOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { checkedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { requestHash } from '../../ledger/post.ts'
import { BID_LIFE_MS, bidStands, CLOSE_AHEAD_MS } from '@tickmark/core/orders/bid'
import { openBid, signBid } from '../../pricing/bids.ts'
import { checkConsent } from '../consent/checkConsent.ts'
import { orRefuse, type Refusing } from '../refusing/refuseSigned.ts'
import type { Closing } from './closeOrder.ts'
import type { OrderPorts } from '../order/ports.ts'
import { marketIfOpen } from '../placing/orderOffers.ts'
import type { Order } from '../order/order.ts'
import { entriesNow, ownOrder } from '../order/readOrder.ts'

type Value = ReplyOf<(typeof orderRoutes)['getOrderValue']>
type CloseInput = InputOf<(typeof orderRoutes)['closeLimitOrder']>

/**
 * The present value of an order, with a bid that holds for some seconds; null while there is no bid. That is no refusal: a
 * polling page cannot know that the order ends before its request arrives.
 */
export async function valueOf(userId: number, orderId: string, deps: OrderPorts): Promise<Value> {
  const order = await ownOrder(userId, orderId, deps)
  const present = order.result ? null : await presentValue(order, deps)
  if (!present?.ok) return null
  const { value, price } = present.value
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

/**
 * Closes an order at a bid, if that is still about the present bid. A repeated key returns its answer. Once the owner's signature
 * is checked, refusals are signed and final.
 */
export async function closeEarly(
  input: CloseInput,
  context: CallContext,
  deps: OrderPorts,
  { closing, refusing }: { closing: Closing; refusing: Refusing },
): Promise<Order> {
  const userId = userOf(context).id
  const { book } = context
  const ask = await checkedAsk(input.consent, readCloseText, context)
  const head = () => deps.prices.head()?.note ?? ''
  return orRefuse(ask, () => closed(input, ask, context, deps, closing), refusing, { userId, book, head })
}

async function closed(
  { orderId, bidId, consent: given }: CloseInput,
  ask: SignedAsk | null,
  context: CallContext,
  deps: OrderPorts,
  closing: Closing,
): Promise<Order> {
  const user = userOf(context)
  const order = await ownOrder(user.id, orderId, deps)
  // The use case refuses finished orders: it knows whether this very request closed the order before.
  const standing = order.result
    ? { bid: 0n, expiresAtMs: 0, entry: NO_TICK }
    : await standingBid(order, bidId, deps)
  const nowMs = deps.clock.nowMs()
  if (ask && !order.result) {
    checkConsent(ask, { close: orderId, bid: standing.bid }, nowMs)
    if (ask.atMs > nowMs + CLOSE_AHEAD_MS)
      throw new Refused('consent_time_off', { seconds: String(Math.round((ask.atMs - nowMs) / 1_000)) })
  }
  const fingerprint = requestHash(JSON.stringify(['close', orderId, bidId, given]))
  const done = await closing.closeOrder({
    userId: user.id,
    orderId,
    key: keyOf(context),
    fingerprint,
    ...standing,
    consent: order.result ? null : ask,
  })
  if (!done.ok) throw new Refused(done.refusal.code)
  return done.value
}

const NO_TICK: Tick = { seq: 0, atMs: 0, price: 0n }

async function standingBid(
  order: Order,
  bidId: string,
  deps: OrderPorts,
): Promise<{ bid: Amount; expiresAtMs: number; entry: Tick }> {
  const opened = openBid(bidId, order.id, deps.quoteKey, deps.clock.nowMs())
  if (!opened.ok) throw new Refused(opened.refusal.code)
  const present = await presentValue(order, deps)
  if (!present.ok) throw new Refused(present.refusal.code)
  const { value, entry } = present.value
  if (!bidStands(opened.value.bid, value.bid)) throw new Refused('quote_expired')
  return { bid: opened.value.bid, expiresAtMs: opened.value.expiresAtMs, entry }
}

/** The longest settlement window. */
const MOST_WINDOW_MS = Math.max(...DURATIONS.map((one) => one.fixingTicks)) * 1000

interface Present {
  value: LiveValue
  price: Amount
  entry: Tick
}

type NoValue = { code: 'close_too_late' | 'close_too_early' | 'market_closed' | 'trading_paused' }

/** The value of an unfinished order at the newest tick. */
async function presentValue(order: Order, deps: OrderPorts): Promise<Decision<Present, NoValue>> {
  const nowMs = deps.clock.nowMs()
  if (!mayClose(order.dueAtMs, nowMs)) return refuse({ code: 'close_too_late' })
  const entry = (await entriesNow([order], deps)).get(order.id)
  if (!entry) return refuse({ code: 'close_too_early' })
  const market = marketIfOpen(order.terms.pid, deps.prices)
  if (!market) return refuse({ code: deps.prices.isPaused() ? 'trading_paused' : 'market_closed' })
  const { deviation, atMs } = market
  const windowFromMs = order.dueAtMs - MOST_WINDOW_MS
  const ticks = await deps.prices.ticksBetween(order.terms.pid, Math.min(windowFromMs, atMs), atMs)
  const standing = standingOf(ticks, order)
  const value = liveValue(order.terms, order.sums, entry.price, standing, deviation)
  return accept({ value, price: standing.price, entry })
}
