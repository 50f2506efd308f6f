import { ENTRY_DELAY_MS, type Tick } from '@tickmark/core/market/fixing'
import type { Language } from '@tickmark/texts/languages'
import { Refused } from '../../http/calls/refused.ts'
import type { OrderPorts } from './ports.ts'
import { fixingsOf } from './fixings.ts'
import type { Order } from './order.ts'
import { orderById, ticketSeqs } from './store.ts'
import { itemOf, type OrderItem } from './view.ts'

type ReadDeps = Pick<OrderPorts, 'db' | 'prices' | 'clock'>

/** The caller's own order, in either book; another user's order gets the answer of an unknown one. */
export async function ownOrder(
  userId: number,
  orderId: string,
  { db }: Pick<OrderPorts, 'db'>,
): Promise<Order> {
  const order = await orderById(db, userId, orderId)
  if (!order) throw new Refused('order_unknown')
  return order
}

/** Entry ticks of the open orders by order id, as far as the log has them. */
export async function entriesNow(
  orders: readonly Order[],
  { db, prices }: ReadDeps,
): Promise<Map<string, Tick>> {
  const open = orders.filter((one) => mayHaveEntry(one, { prices }))
  if (open.length === 0) return new Map()
  const ticketBatches = open.map((one) => one.ticketBatch)
  const seqs = await ticketSeqs(db, ticketBatches)
  const fixings = fixingsOf(prices.ticksBetween)
  const entries = new Map<string, Tick>()
  for (const order of open) {
    const ticketSeq = seqs.get(order.ticketBatch)
    const entry = ticketSeq === undefined ? null : await fixings.entry({ order, ticketSeq })
    if (entry) entries.set(order.id, entry)
  }
  return entries
}

/** Orders in their present state, with the entry prices of the open ones. */
export async function itemsNow(
  orders: readonly Order[],
  language: Language,
  deps: ReadDeps,
): Promise<OrderItem[]> {
  const entries = await entriesNow(orders, deps)
  const nowMs = deps.clock.nowMs()
  return orders.map((one) => itemOf(one, entries.get(one.id) ?? null, language, nowMs))
}

/** One order in its present state. */
export async function itemNow(order: Order, language: Language, deps: ReadDeps): Promise<OrderItem> {
  const entry = mayHaveEntry(order, deps) ? (await entriesNow([order], deps)).get(order.id) : null
  return itemOf(order, entry ?? null, language, deps.clock.nowMs())
}

/** Whether the log may already have the entry tick of an open order. */
function mayHaveEntry(order: Order, { prices }: Pick<ReadDeps, 'prices'>): boolean {
  return !order.result && order.acceptedAtMs + ENTRY_DELAY_MS <= (prices.latest()?.atMs ?? 0)
}
