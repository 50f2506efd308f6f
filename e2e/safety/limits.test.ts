import { CURRENCIES, priceOf } from '@tickmark/core/money/currencies'
import { ONE, type Amount } from '@tickmark/core/money/money'
import { type App, startApp } from '@tickmark/server/app/app'
import {
  type Caller,
  caller,
  moneyKey,
  newUser,
  type Reply,
  signIn,
  setServer,
  wallet,
} from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { giveReal } from '@tickmark/server/limits/fixture.testing'
import { silentLog } from '@tickmark/server/platform/log'
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tickmark/wire/routes/operators/all'
import { limitRoutes } from '@tickmark/wire/routes/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '@tickmark/server/platform/clock.testing'
import { ask } from './ask.ts'

const ADMIN = 640
/** Ten in the morning, UTC: limits count by the hour and the day, and no test passes midnight. */
const startMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 10 * 3_600_000
const clock = movableClock({ startMs })
const first = setServer({ clock, env: { OPERATORS: `${wallet(ADMIN).address}:admin` } })
let second: App
beforeAll(async () => {
  const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
  second = await startApp({ config: { ...first.config, port: 0 }, clock, log: silentLog(), readDatabaseMs })
  clock.waitFor(() => Math.max(...[first.app, second].map((app) => app.market.latest()?.atMs ?? 0)))
})
afterAll(() => second.stop())
const db = () => first.database.database.db

test('500 orders at once, in four currencies at two servers, while others settle, exceed none of a user’s limits', async () => {
  const { here, there, id } = await person(641)
  const other = await person(642)
  // Open orders beforehand: the user's own, which count, and another user's.
  for (let i = 0; i < 4; i++) {
    expect((await order(here, '5', 1)).status).toBe(200)
    expect((await order(other.here, '50', 1)).status).toBe(200)
  }
  const limits = { lossDay: 150, lossWeek: 160, stakeDay: 170 }
  for (const [kind, value] of Object.entries(limits)) {
    expect((await here.post('/api/setLimit', { json: { kind, value: String(value) } })).status).toBe(200)
  }
  clock.advance(65_000)
  const sums: Record<number, readonly string[]> = {
    1: ['1', '3', '20', '2.5'],
    2: ['1', '7', '12', '1.25'],
    3: ['0.0005', '0.002', '0.004'],
    4: ['0.00002', '0.0001', '0.0003'],
  }
  const replies = await Promise.all(
    Array.from({ length: 500 }, (_, i) => {
      const currency = 1 + (i % 4)
      const money = sums[currency]?.[(i * 7) % 3] ?? '1'
      return order(i % 2 === 0 ? here : there, money, currency)
    }),
  )
  const codes = new Map<string, number>()
  for (const reply of replies) {
    const code = reply.body.code ?? 'placed'
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(codes.get('placed')).toBeGreaterThan(5)
  expect((codes.get('limit_loss') ?? 0) + (codes.get('limit_stake') ?? 0)).toBeGreaterThan(300)
  for (const code of codes.keys()) expect(['placed', 'limit_loss', 'limit_stake']).toContain(code)

  await Promise.all([first.app.market.idle(), second.market.idle()])
  const used = await lowestUse(id)
  expect(used.loss).toBeLessThanOrEqual(BigInt(limits.lossDay) * ONE)
  expect(used.stake).toBeLessThanOrEqual(BigInt(limits.stakeDay) * ONE)
  // The other user has no limits, and nothing refuses his order.
  expect((await order(other.here, '50', 1)).status).toBe(200)
  clock.advance(65_000)
  await Promise.all([first.app.market.idle(), second.market.idle()])
  expect(await runAudit(first.database.database)).toEqual([])
})

test('no call by an operator or another user changes a user’s limits', async () => {
  const { here, id } = await person(643)
  for (const [name, fields] of [
    ['setLimit', { kind: 'lossDay', value: '100' }],
    ['setLimit', { kind: 'minutesWeek', value: '900' }],
    ['takeBreak', { hours: 72 }],
    ['exclude', { months: 6 }],
  ] as const) {
    expect((await ask(here, name, { fields })).status).toBe(200)
  }
  const before = await limitsOf(id)
  expect(before).toHaveLength(3) // two limits, and one row for break and exclusion
  const operator = await newUser(() => first.url, ADMIN)
  await operatorOf(() => first.url, wallet(ADMIN), { to: operator })
  const aims = {
    userId: id,
    user_id: id,
    user: id,
    id,
    kind: 'lossDay',
    value: '',
    limit: '',
    hours: 24,
    months: 6,
    until: 0,
  }
  // Signing out is omitted, because no call is possible after it.
  const tried = (Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]).filter(
    (name) => name !== 'consoleSignOut',
  )
  expect(tried.length).toBeGreaterThan(5)
  for (const name of tried) {
    // Once with its own well-formed sample, so that the call succeeds, and once with the user as its target.
    for (const fields of [{}, { ...aims }]) {
      const reply = await ask(operator, name, { fields })
      expect(reply.status, `${name}: ${reply.text}`).not.toBe(500)
      expect(reply.body.code, name).not.toBe('operators_only')
    }
    expect(await limitsOf(id), name).toEqual(before)
  }
  // When the operator makes the users' calls, they affect only his own limits.
  for (const name of Object.keys(limitRoutes) as (keyof typeof limitRoutes)[]) {
    await ask(operator, name, { fields: { userId: id, user_id: id } })
    expect(await limitsOf(id), name).toEqual(before)
  }
  const all = Object.values(OPERATOR_ROUTES).map(({ path }) => path)
  expect(all.filter((path) => /limit|break|exclu/i.test(path))).toEqual([])
})

/** A user with money in the real account, signed in at both servers. */
async function person(number: number): Promise<{ here: Caller; there: Caller; id: number }> {
  const here = await newUser(() => first.url, number)
  const there = caller(() => second.url)
  expect((await signIn(there, wallet(number))).status).toBe(200)
  const { id } = await db()
    .selectFrom('users')
    .select((all) => all.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await giveReal(first.database.database, [Number(id)])
  return { here, there, id: Number(id) }
}

async function quote(by: Caller): Promise<string> {
  const reply = await by.get('/api/getTimeAccountCurrency', { query: { type: '0', pid: '1', timeId: '110' } })
  return (reply.body.data as { ranges: { id: string }[] } | null)?.ranges[0]?.id ?? ''
}

/**
 * Places an order on a fresh quote. Retries with another when a busy machine has no price or lets the quote expire.
 */
async function order(by: Caller, stake: string, currencyId: number): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const quoteId = await quote(by)
    const json = { pid: 1, stake, timeId: 110, currencyId, book: 0, quoteId }
    const reply = await by.post('/api/createLimitOrder', { json, headers: moneyKey() })
    const isLate = ['quote_invalid', 'quote_expired', 'market_closed'].includes(reply.body.code ?? '')
    if (!isLate || attempt === 40) return reply
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/**
 * Use of the limits, in 1e-8 USDT, at the lowest prices during the orders: never more than the server's own figure.
 */
async function lowestUse(userId: number): Promise<{ loss: Amount; stake: Amount }> {
  const orders = await db().selectFrom('orders').selectAll().where('user_id', '=', BigInt(userId)).execute()
  const times = orders.map((one) => Number(one.accepted_at_ms))
  const prices = new Map<number, Amount>()
  for (const currency of CURRENCIES) {
    const ticks = await first.app.market.ticksBetween(
      currency.pid ?? 1,
      Math.max(...times) - 10_000,
      Math.max(...times) + 2_000,
    )
    const seen = ticks.map(({ price }) => price).reduce((a, b) => (a < b ? a : b), ONE * ONE)
    prices.set(currency.id, priceOf(currency, () => seen) ?? 0n)
  }
  const value = (one: (typeof orders)[number], amount: Amount) =>
    (amount * (prices.get(one.currency) ?? 0n)) / ONE
  const sum = (pick: (one: (typeof orders)[number]) => Amount) =>
    orders.reduce((all, one) => all + pick(one), 0n)
  const net = sum((one) => value(one, one.net ?? 0n))
  const open = sum((one) => (one.status === 0 ? value(one, one.stake) : 0n))
  return { loss: (net < 0n ? -net : 0n) + open, stake: sum((one) => value(one, one.stake)) }
}

async function limitsOf(userId: number): Promise<unknown[]> {
  const of = (table: 'user_limit' | 'user_break') =>
    db()
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', BigInt(userId))
      .orderBy('changed_at_ms')
      .execute()
  return [...(await of('user_limit')), ...(await of('user_break'))]
}
