import { setTimeout as sleep } from 'node:timers/promises'
import { PRODUCTS } from '@tickmark/core/market/products'
import { tronWallet } from '@tickmark/server/accounts/signIn.testing'
import type { App } from '@tickmark/server/app/app'
import type { ReplyOf } from '@tickmark/wire/call'
import { decodeReply, encodeInput } from '@tickmark/wire/legacy/codec'
import type { orderRoutes } from '@tickmark/wire/routes/orders'

/** The session cookies of so many new users. */
export async function joinAll(app: App, count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let first = 1; first <= count; first += 16) {
    const group = Array.from({ length: Math.min(16, count - first + 1) }, (_, i) => joinOne(app, first + i))
    cookies.push(...(await Promise.all(group)))
  }
  return cookies
}

/** Smallest orders on fresh quotes of every coin. They last a day, so that no settlement falls into the measurement. */
export async function newOrders(app: App): Promise<object[]> {
  const orders: object[] = []
  for (const { pid } of PRODUCTS) {
    const { ranges } = await quoted(app, pid)
    orders.push(...ranges.map(({ id }) => orderOf(pid, id)))
  }
  return orders
}

/** The body of an order on a quote, with what else it sends. */
export function orderOf(pid: number, quoteId: string, more: object = {}): object {
  const terms = { pid, stake: '1', timeId: 117, currencyId: 1, language: 'english', book: 1 }
  return encodeInput('createLimitOrder', { ...terms, quoteId, ...more })
}

type Offers = ReplyOf<(typeof orderRoutes)['getTimeAccountCurrency']>

/** A coin's ranges for orders of a day; up for even numbers, down for odd ones. After a load, the market may be closed until its prices have caught up. */
export async function quoted(app: App, pid: number): Promise<Offers> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(
      `${app.url}/api/getTimeAccountCurrency?type=${pid % 2}&pid=${pid}&timeId=117`,
    )
    const answer = (await response.json()) as { data: unknown }
    if (response.ok) return decodeReply('getTimeAccountCurrency', answer.data) as Offers
    if (tries === 60) throw new Error(`no quote for product ${pid}: ${JSON.stringify(answer)}`)
    await sleep(500)
  }
}

/** Signs in and registers a new wallet, which delegates to a session key if one is given; returns its session cookie. */
export async function joinOne(app: App, number: number, key?: string): Promise<string> {
  const { address, signMessage } = tronWallet(number)
  const headers = { 'x-app': '1', origin: app.url, 'content-type': 'application/json' }
  const post = async (path: string, fields: object, cookie: string) => {
    const response = await fetch(new URL(path, app.url), {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(fields),
    })
    const body = (await response.json()) as { status: number; data: Record<string, string> }
    if (body.status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return { data: body.data, cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie }
  }
  const asked = await post('/api/session/challenge', { address, walletType: 2, ...(key && { key }) }, '')
  const message = asked.data['message'] ?? ''
  const signature = signMessage(message)
  const signed = await post('/api/session', { address, walletType: 2, message, signature }, asked.cookie)
  await post('/api/register', {}, signed.cookie)
  return signed.cookie.slice('sid='.length)
}
