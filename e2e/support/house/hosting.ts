import { moneyKey } from '@tickmark/server/app/app.testing'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { Person } from './people.ts'

type Reply<N extends keyof typeof arbitrageRoutes> = ReplyOf<(typeof arbitrageRoutes)[N]>

interface HostingWish {
  amount?: string
  mid?: number
  book?: 0 | 1
}

/** Hosts money over HTTP as the page does; returns the order's id. */
export async function hostMoney({ user }: Person, wish: HostingWish = {}): Promise<string> {
  const { amount = '500', mid = 1, book = 1 } = wish
  const reply = await user.post('/api/orderConfirmation', {
    json: { book, buyMoney: amount, mid },
    headers: moneyKey(),
  })
  if (reply.status !== 200) throw new Error(`not hosted: ${reply.text}`)
  return (reply.body.data as Reply<'orderConfirmation'>).orderNumber
}

/** The user's running orders. */
export async function hostingOrders({ user }: Person): Promise<Reply<'getMyTgOrderList'>> {
  const reply = await user.get('/api/getMyTgOrderList', {
    query: { book: '1', status: '1', pageSize: '50' },
  })
  if (reply.status !== 200) throw new Error(`no orders: ${reply.text}`)
  return reply.body.data as Reply<'getMyTgOrderList'>
}
