import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { signedText } from '@tickmark/wire/texts/signed'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'
import type { Order } from './order/order.ts'

/** Maximum single messages to one user of one book at once; more orders become one message with their sum. */
const MOST_SINGLE = 5

export const orderMessages: MessageWriters = {
  absent_orders_settled({ orders }) {
    // One sum per book: the books' money never mixes.
    const groups = Map.groupBy(orders, ({ userId, book }) => `${userId} ${book}`)
    return [...groups.values()].flatMap((some) =>
      some.length <= MOST_SINGLE ? some.map(messageOn) : [sumOf(some)],
    )
  },
}

function messageOn(order: Order): NewMessage {
  const { userId, id, book, currencyId, terms } = order
  const { net, settledAtMs } = resultOf(order)
  return {
    userId,
    ref: `order:${id}`,
    kind: 'order_settled',
    facts: {
      pair: `${productById(terms.pid)?.symbol ?? ''}/USDT`,
      side: terms.direction,
      net: signedText(net),
      currency: codeOf(currencyId),
      book,
    },
    atMs: settledAtMs,
  }
}

function sumOf(orders: readonly Order[]): NewMessage {
  const [first] = orders
  assert(first, 'a sum is of some orders')
  const nets = new Map<number, Amount>()
  for (const order of orders) {
    nets.set(order.currencyId, (nets.get(order.currencyId) ?? 0n) + resultOf(order).net)
  }
  const parts = [...nets].map(([currencyId, net]) => `${signedText(net)} ${codeOf(currencyId)}`)
  return {
    userId: first.userId,
    ref: `orders:${first.id}`,
    kind: 'orders_settled',
    facts: { count: String(orders.length), net: parts.join(', '), book: first.book },
    atMs: Math.max(...orders.map((order) => resultOf(order).settledAtMs)),
  }
}

function resultOf({ result }: Order) {
  assert(result, 'a settled order has a result')
  return result
}

function codeOf(currencyId: number): string {
  return currencyById(currencyId)?.code ?? ''
}
