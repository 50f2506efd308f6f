import { type Caller, moneyKey } from '@tickmark/server/app/app.testing'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'

type Offers = ReplyOf<typeof orderRoutes.getTimeAccountCurrency>
type Placed = ReplyOf<typeof orderRoutes.createLimitOrder>
export type OrderItem = Placed['order']

export interface OrderWish {
  pid?: number
  /** 0 up, 1 down. */
  type?: 0 | 1
  timeId?: number
  /** Index of the return range: 0 about even, 2 the least likely. */
  range?: number
  money?: string
  currencyId?: number
  book?: 0 | 1
}

/** Places an order over HTTP, as the page would. */
export async function placeOrder(user: Caller, wish: OrderWish = {}): Promise<OrderItem> {
  const { pid = 1, type = 0, timeId = 110, range = 0, money = '10', currencyId = 1, book = 1 } = wish
  const query = { pid: String(pid), type: String(type), timeId: String(timeId) }
  const offers = await offersOf(user, query)
  const input: InputOf<typeof orderRoutes.createLimitOrder> = {
    pid,
    stake: money,
    timeId,
    currencyId,
    quoteId: offers.ranges[range]?.id ?? '',
  }
  const json = { ...input, book }
  const { status, body, text } = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
  if (status !== 200) throw new Error(`the order was refused: ${text}`)
  return (body.data as Placed).order
}

/** The return ranges on offer. Retries while the market is closed: after a jump the feed is late for a moment. */
async function offersOf(user: Caller, query: Record<string, string>): Promise<Offers> {
  for (let attempt = 0; ; attempt++) {
    const reply = await user.get('/api/getTimeAccountCurrency', { query })
    if (reply.status === 200) return reply.body.data as Offers
    if (attempt === 600) throw new Error(`nothing is on offer: ${reply.text}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The user's orders of a state, newest first. */
export async function ordersOf(user: Caller, status: 0 | 1, book: 0 | 1 = 1): Promise<OrderItem[]> {
  const query = { status: String(status), pageSize: '50', book: String(book) }
  const { body } = await user.get('/api/getMyLimitOrders', { query })
  return (body.data as ReplyOf<typeof orderRoutes.getMyLimitOrders>).list
}
