import type { Caller } from '@tickmark/server/app/app.testing'
import type { Language } from '@tickmark/texts/languages'
import type { ReplyOf } from '@tickmark/wire/call'
import { alertRoutes } from '@tickmark/wire/routes/alerts'
import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { accountRoutes } from '@tickmark/wire/routes/accounts'
import { depositRoutes } from '@tickmark/wire/routes/deposits'
import { limitRoutes } from '@tickmark/wire/routes/limits'
import { loanRoutes } from '@tickmark/wire/routes/loans'
import { marketRoutes } from '@tickmark/wire/routes/market'
import { messageRoutes } from '@tickmark/wire/routes/messages'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import { swapRoutes } from '@tickmark/wire/routes/swaps'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { decodeFrame } from '@tickmark/wire/legacy/codec'
import { SUBSCRIPTION } from '@tickmark/wire/live/socket'
import type { BaseInfo } from '@tickmark/wire/schemas/market'
import { WebSocket } from 'ws'

const ROUTES = {
  ...accountRoutes,
  ...alertRoutes,
  ...arbitrageRoutes,
  ...depositRoutes,
  ...limitRoutes,
  ...loanRoutes,
  ...marketRoutes,
  ...messageRoutes,
  ...orderRoutes,
  ...swapRoutes,
  ...walletRoutes,
  ...withdrawalRoutes,
}

export type CallName = keyof typeof ROUTES
export type Answer<N extends CallName> = ReplyOf<(typeof ROUTES)[N]>

/** Asks the server what the page asks, over a session of its own user. While the clock stands, each question is asked once. */
export interface Ask {
  <N extends CallName>(call: N, fields?: Record<string, string | number>): Promise<Answer<N>>
  book: 0 | 1
  /** The calls asked so far. */
  asked: Set<CallName>
}

export function askAs(user: Caller, book: 0 | 1, language: Language): Ask {
  const known = new Map<string, Promise<unknown>>()
  const calls = new Set<CallName>()
  const ask = async (call: CallName, fields: Record<string, string | number>) => {
    const { method, path } = ROUTES[call]
    const given = { book, language, ...fields }
    const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const reply =
      method === 'GET' ? await user.get(path, { query: texts }) : await user.post(path, { json: given })
    if (reply.status !== 200) throw new Error(`${call}: ${reply.text}`)
    return reply.body.data
  }
  const once = (call: CallName, fields: Record<string, string | number> = {}) => {
    calls.add(call)
    const key = `${call} ${JSON.stringify(fields)}`
    const asked = known.get(key) ?? ask(call, fields)
    known.set(key, asked)
    return asked
  }
  return Object.assign(once as Ask, { book, asked: calls })
}

/** What the house's socket first says of a coin. */
export function coinOf(url: string, pid: number): Promise<BaseInfo> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wss`, { headers: { origin: url } })
  return new Promise<BaseInfo>((done, fail) => {
    socket.on('error', fail)
    socket.on('open', () => socket.send(JSON.stringify({ type: SUBSCRIPTION.detail, paramsJson: { pid } })))
    socket.on('message', (data: Buffer) => {
      const frame = decodeFrame(JSON.parse(data.toString())) as { type: number; data: { baseInfo: BaseInfo } }
      if (frame.type === SUBSCRIPTION.detail) done(frame.data.baseInfo)
    })
  }).finally(() => socket.close())
}
