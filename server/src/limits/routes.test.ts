import { expect, test } from 'vitest'
import { caller, moneyKey, newUser, setServer, signIn, wallet, type Caller } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { giveReal } from './fixture.testing.ts'

const clock = movableClock()
const server = setServer({ clock, ownsTables: false })
const HOUR = 3_600_000
const url = () => server.url
let next = 700

interface State {
  limits: { kind: string; value: string; used: string; pending: { value: string; from: number } | null }[]
  breakUntil: number | null
  excludedUntil: number | null
}
const stateOf = (reply: { body: { data: unknown } }) => reply.body.data as State
const limitOf = (reply: { body: { data: unknown } }, kind: string) =>
  stateOf(reply).limits.find((one) => one.kind === kind)
const set = (user: Caller, kind: string, value: string) =>
  user.post('/api/setLimit', { json: { kind, value } })

async function quote(user: Caller): Promise<string> {
  const query = { type: '0', pid: '1', timeId: '110' }
  const asked = await user.get('/api/getTimeAccountCurrency', { query })
  return (asked.body.data as { ranges: { id: string }[] }).ranges[0]?.id ?? ''
}

async function order(user: Caller, more: Record<string, unknown> = {}, headers = moneyKey()) {
  const quoteId = more['quoteId'] ?? (await quote(user))
  const json = { pid: 1, stake: '20', timeId: 110, currencyId: 1, quoteId, book: 0, ...more }
  return user.post('/api/createLimitOrder', { json, headers })
}

test('registered users have all limits, unset at first; others have none', async () => {
  expect((await caller(url).get('/api/getLimits')).body.code).toBe('sign_in_first')
  const user = await newUser(url, next++)
  const state = stateOf(await user.get('/api/getLimits'))
  const unset = { value: '', pending: null, used: '0' }
  expect(state).toEqual({
    limits: [
      { kind: 'lossDay', ...unset },
      { kind: 'lossWeek', ...unset },
      { kind: 'stakeDay', ...unset },
      { kind: 'stakeWeek', ...unset },
      { kind: 'minutesDay', ...unset, used: state.limits[4]?.used },
      { kind: 'minutesWeek', ...unset, used: state.limits[5]?.used },
    ],
    breakUntil: null,
    excludedUntil: null,
  })
  expect((await set(user, 'lossDay', '')).status).toBe(200)
  expect((await set(user, 'lossDay', '0.5')).body.code).toBe('limit_invalid')
  expect((await set(user, 'lossYear', '5')).status).toBe(400)
})

test('orders name the limit they would exceed and its remainder, in the user’s language', async () => {
  const user = await rich()
  await set(user, 'stakeDay', '50')
  expect((await order(user)).status).toBe(200)
  const refused = await order(user, { stake: '31' })
  expect(refused.body).toMatchObject({
    code: 'limit_stake',
    status: 409,
    data: { limit: '50', left: '30.00' },
  })
  expect(refused.body.message).toBe(
    'This order exceeds your stake limit of 50 USDT. You can still stake 30.00 USDT.',
  )
  const state = await user.get('/api/getLimits')
  expect(limitOf(state, 'stakeDay')).toMatchObject({ value: '50', used: '20' })
  expect(limitOf(state, 'lossDay')).toMatchObject({ value: '', used: '20' })
  await set(user, 'lossDay', '20')
  expect((await order(user, { stake: '1' })).body).toMatchObject({
    code: 'limit_loss',
    data: { limit: '20', left: '0.00' },
  })
  const translated = await order(user, { stake: '1', language: 'japanese' })
  expect(translated.body.message).not.toBe(refused.body.message)
  await set(user, 'minutesDay', '1')
  clock.advance(61_000)
  await user.get('/api/getLimits')
  clock.advance(61_000)
  await server.app.market.idle()
  expect((await order(user, { book: 1 })).body).toMatchObject({
    code: 'limit_time',
    data: { limit: '1' },
  })
})

test('a break: no orders in either account, everything else stays open, and a repeat still has its order', async () => {
  const user = await rich()
  const key = moneyKey()
  const quoteId = await quote(user)
  const first = await order(user, { quoteId }, key)
  expect(first.status).toBe(200)
  const { orderId } = first.body.data as { orderId: string }
  const taken = stateOf(await user.post('/api/takeBreak', { json: { hours: 72 } }))
  expect(Math.abs((taken.breakUntil ?? 0) - clock.nowMs() - 72 * HOUR)).toBeLessThan(10_000)
  for (const book of [0, 1]) {
    const refused = await order(user, { book })
    expect(refused.body).toMatchObject({ code: 'on_break', status: 409 })
    expect((refused.body.data as { until: string }).until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  }
  const repeated = await order(user, { quoteId }, key)
  expect(repeated.body).toMatchObject({ status: 200, data: { orderId } })
  const shorter = await user.post('/api/takeBreak', { json: { hours: 24 } })
  expect(shorter.body).toMatchObject({ code: 'break_runs_longer', status: 409 })
  expect((await user.post('/api/takeBreak', { json: { hours: 25 } })).status).toBe(400)
  const value = await user.get('/api/getOrderValue', { query: { orderId, book: '0' } })
  expect(value.status).toBe(200)
  expect((await user.get('/api/getMyWalletData')).status).toBe(200)
  const excluded = stateOf(await user.post('/api/exclude', { json: { months: 6 } }))
  expect(excluded.excludedUntil).toBeGreaterThan(clock.nowMs() + 180 * 24 * HOUR)
  expect((await order(user)).body.code).toBe('excluded')
  expect((await user.post('/api/exclude', { json: { months: 5 } })).status).toBe(400)
})

test('use: minutes, and the net result of orders in the real account', async () => {
  const user = await rich()
  expect((await order(user, { stake: '20' })).status).toBe(200)
  expect((await order(user, { stake: '10', book: 1 })).status).toBe(200)
  clock.advance(130_000)
  await server.app.market.idle()
  await expect
    .poll(async () => (await user.get('/api/getUse')).body.data)
    .toMatchObject({ day: { orders: 1 }, week: { orders: 1 } })
  const use = (await user.get('/api/getUse')).body.data as { day: { minutes: number; net: string } }
  expect(use.day.minutes).toBeGreaterThan(0)
  expect(Number(use.day.net)).toSatisfy((net: number) => net === -20 || net >= 0)
  clock.advance(25 * HOUR)
  await signIn(user, wallet(next - 1)) // sessions end after a day without use
  const { minutes, net } = use.day
  const later = (await user.get('/api/getUse')).body.data as { week: { minutes: number } }
  expect(later).toEqual({
    day: { minutes: 0, net: '0', orders: 0 },
    week: { minutes: later.week.minutes, net, orders: 1 },
  })
  // The call that read the use was one itself, perhaps in a minute of its own.
  expect([minutes, minutes + 1]).toContain(later.week.minutes)
})

test('a limit is set, tightened at once, loosened after 24 hours, and its answers say so', async () => {
  const user = await newUser(url, next++)
  expect(limitOf(await set(user, 'lossWeek', '100'), 'lossWeek')).toMatchObject({
    value: '100',
    pending: null,
  })
  const asked = limitOf(await set(user, 'lossWeek', '250'), 'lossWeek')
  expect(asked).toMatchObject({ value: '100', pending: { value: '250' } })
  expect(Math.abs((asked?.pending?.from ?? 0) - clock.nowMs() - 24 * HOUR)).toBeLessThan(10_000)
  expect(limitOf(await set(user, 'lossWeek', ''), 'lossWeek')).toMatchObject({ pending: { value: '' } })
  expect(limitOf(await set(user, 'lossWeek', '90'), 'lossWeek')).toMatchObject({ value: '90', pending: null })
  await set(user, 'lossWeek', '')
  clock.advance(24 * HOUR)
  await signIn(user, wallet(next - 1)) // sessions end after a day without use
  expect(limitOf(await user.get('/api/getLimits'), 'lossWeek')).toMatchObject({ value: '', pending: null })
})

/** A new user with a balance in the real account. */
async function rich(): Promise<Caller> {
  const user = await newUser(url, next++)
  const last = await server.database.database.db
    .selectFrom('users')
    .select((all) => all.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await giveReal(server.database.database, [Number(last.id)])
  return user
}
