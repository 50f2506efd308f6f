import { formatAmount } from '@tickmark/core/money/money'
import type { Tick } from '@tickmark/core/market/fixing'
import type { ReplyOf } from '@tickmark/wire/call'
import type { operatorOrderRoutes, OrderLine } from '@tickmark/wire/routes/operators/orders'
import type { Language } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import { roughCount } from '../db/roughCountStore.ts'
import type { Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { consentsOf } from './consent/consentStore.ts'
import { anyOrder, listAllOrders } from './console/listStore.ts'
import type { Order } from './order/order.ts'
import type { OrderItem } from './order/view.ts'
import { batchSeq } from './order/store.ts'
import { sharedName } from './sharing/sharingStore.ts'

/** Operators' access to orders; these functions hide prices and the log. */
export interface ConsoleOrderDeps {
  db: Reader
  /** Orders in their present state, with the entry prices of the open ones. */
  items(orders: readonly Order[], language: Language): Promise<OrderItem[]>
  entries(orders: readonly Order[]): Promise<ReadonlyMap<string, Tick>>
  receipt(order: Order): Promise<ReplyOf<(typeof operatorOrderRoutes)['consoleReceipt']>>
  exposure(): Promise<ReplyOf<(typeof operatorOrderRoutes)['consoleExposure']>>
  /** The users' addresses. */
  addressesOf(reader: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** Orders as operators read them. */
export function orderOperatorAnswers(deps: ConsoleOrderDeps): Answers<typeof operatorOrderRoutes> {
  const { db } = deps
  return {
    async consoleOrders({ of, from, to, ...query }, context) {
      const asked = { ...query, book: of, fromMs: from, toMs: to }
      const [{ list, next }, total] = await Promise.all([
        listAllOrders(db, asked),
        roughCount(db, 'placed_order'),
      ])
      return { list: await linesOf(list, context.language, deps), next, total }
    },
    async consoleOrder({ orderId }, context) {
      return shownOrder(await knownOrder(db, orderId), context.language, deps)
    },
    async consoleReceipt({ orderId }) {
      return deps.receipt(await knownOrder(db, orderId))
    },
    consoleExposure: () => deps.exposure(),
  }
}

async function knownOrder(reader: Reader, orderId: string): Promise<Order> {
  const order = await anyOrder(reader, orderId)
  if (!order) throw new Refused('order_unknown')
  return order
}

async function linesOf(
  orders: readonly Order[],
  language: Language,
  deps: ConsoleOrderDeps,
): Promise<OrderLine[]> {
  const items = await deps.items(orders, language)
  const addresses = await deps.addressesOf(deps.db, [...new Set(orders.map(({ userId }) => userId))])
  return orders.flatMap(({ userId, book }, i) => {
    const item = items[i]
    return item ? [{ ...item, userId, book, address: addresses.get(userId) ?? '' }] : []
  })
}

async function shownOrder(order: Order, language: Language, deps: ConsoleOrderDeps) {
  const { db } = deps
  const { result } = order
  const [[line], entries, consents, shared, ticketSeq, receiptSeq] = await Promise.all([
    linesOf([order], language, deps),
    deps.entries([order]),
    consentsOf(db, order.id),
    sharedName(db, order.id),
    batchSeq(db, 'ticket_batch', order.ticketBatch),
    result ? batchSeq(db, 'receipt_batch', result.receiptBatch) : null,
  ])
  if (!line) throw new Refused('order_unknown')
  return {
    order: line,
    ticket: { hash: order.ticket, batch: order.ticketBatch, index: order.ticketIndex, seq: ticketSeq },
    basis: { ...order.basis },
    entry: fixingOf(result ? result.entry : (entries.get(order.id) ?? null)),
    exit: fixingOf(result?.exit ?? null),
    settlement: result && {
      outcome: result.outcome,
      net: formatAmount(result.net),
      bid: result.bid === null ? null : formatAmount(result.bid),
      at: result.settledAtMs,
      batch: result.receiptBatch,
      index: result.receiptIndex,
      seq: receiptSeq,
    },
    consent: { order: consents.order !== null, close: consents.close !== null },
    shared,
  }
}

function fixingOf(tick: Tick | null) {
  return tick && { seq: tick.seq, price: formatAmount(tick.price), at: tick.atMs }
}
