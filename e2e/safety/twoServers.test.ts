import { type App, startApp } from '@tickmark/server/app/app'
import {
  type Caller,
  caller,
  moneyKey,
  newUser,
  signIn,
  setServer,
  wallet,
} from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { silentLog } from '@tickmark/server/platform/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '@tickmark/server/platform/clock.testing'

const clock = movableClock()
const first = setServer({ clock })
let second: App

beforeAll(async () => {
  const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
  second = await startApp({ config: { ...first.config, port: 0 }, clock, log: silentLog(), readDatabaseMs })
})
afterAll(() => second.stop())

test('two servers on one database take orders together, and one of them keeps the log', async () => {
  const here = await Promise.all([1, 2, 3].map((n) => newUser(() => first.url, 300 + n)))
  const there = await Promise.all([1, 2, 3].map((n) => signedInAt(second.url, 300 + n)))
  const keys = Array.from({ length: 120 }, moneyKey)
  // The same key at both servers at once gives one order and two equal answers.
  const answers = await Promise.all(
    keys.map(async (key, n) => {
      const [one, other] = [here[n % 3] as Caller, there[n % 3] as Caller]
      const quote = await freshQuote(one)
      const replies = await Promise.all([place(one, key, quote), place(other, key, quote)])
      return replies.map((reply) => reply.status === 200 && (reply.body.data as { orderId: string }).orderId)
    }),
  )
  for (const [one, other] of answers) {
    expect(one).toBeTruthy()
    expect(other).toBe(one)
  }
  expect(new Set(answers.flat()).size).toBe(keys.length)
  expect([first.app, second].filter((app) => app.market.isWriting()).length).toBe(1)

  clock.advance(65_000)
  await first.app.market.idle()
  await second.market.idle()
  const settled = await Promise.all(answers.map(([id], n) => resultOf(there[n % 3] as Caller, String(id))))
  expect(settled.filter((one) => one === null)).toEqual([])
  expect(await runAudit(first.database.database)).toEqual([])
})

test('when the server that keeps the log ends, the other takes it over', async () => {
  const writer = first.app.market.isWriting() ? first.app : second
  const other = writer === second ? first.app : second
  await writer.stop()
  const before = other.market.latest()?.seq ?? 0
  await expect.poll(() => other.market.isWriting(), { timeout: 150_000 }).toBe(true)
  await expect.poll(() => other.market.latest()?.seq ?? 0, { timeout: 150_000 }).toBeGreaterThan(before + 2)
  const user = await signedInAt(other.url, 301)
  const reply = await place(user, moneyKey(), await freshQuote(user))
  expect(reply.status, reply.text).toBe(200)
  clock.advance(65_000)
  await other.market.idle()
  expect(await resultOf(user, (reply.body.data as { orderId: string }).orderId)).not.toBeNull()
  expect(await runAudit(first.database.database)).toEqual([])
})

async function signedInAt(url: string, number: number): Promise<Caller> {
  const user = caller(() => url)
  const reply = await signIn(user, wallet(number))
  expect(reply.status, reply.text).toBe(200)
  return user
}

/** A quote; retries while the market is closed, which late ticks cause on a busy machine. */
async function freshQuote(by: Caller): Promise<string> {
  const query = { type: '0', pid: '1', timeId: '110' }
  const reply = await by.get('/api/getTimeAccountCurrency', { query })
  if (reply.body.code === 'market_closed') return freshQuote(by)
  return (reply.body.data as { ranges: { id: string }[] }).ranges[0]?.id ?? ''
}

function place(by: Caller, headers: Record<string, string>, quote: string) {
  const json = { pid: 1, stake: '2', timeId: 110, currencyId: 1, quoteId: quote, book: 1 }
  return by.post('/api/createLimitOrder', { json, headers })
}

async function resultOf(by: Caller, orderId: string): Promise<string | null> {
  const reply = await by.get('/api/modifyLimitOrder', { query: { orderId, book: '1' } })
  return (reply.body.data as { net: string | null }).net
}
