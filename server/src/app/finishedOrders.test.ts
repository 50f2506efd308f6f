import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { beforeAll, expect, test, vi } from 'vitest'
import { giveReal } from '../limits/fixture.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { type Caller, caller, moneyKey, newUser, setServer } from './app.testing.ts'

type Item = ReplyOf<typeof orderRoutes.getMyLimitOrders>['list'][number]
type Sums = ReplyOf<typeof orderRoutes.getOrderSums>

const clock = movableClock()
const server = setServer({ clock, ownsTables: false })
const url = () => server.url
const MINUTE = 110
const FIVE_MINUTES = 112
const HOUR = 115

let user: Caller
/** The user's finished orders by the names of the table below. */
const ids: Record<string, string> = {}

async function place(wish: { pid: number; timeId: number; stake: string; book?: 0 | 1 }): Promise<string> {
  const { pid, timeId, stake, book = 1 } = wish
  const query = { type: '0', pid: String(pid), timeId: String(timeId), book: String(book) }
  const asked = await user.get('/api/getTimeAccountCurrency', { query })
  const quoteId = (asked.body.data as { ranges: { id: string }[] }).ranges[0]?.id
  const json = { pid, timeId, stake, currencyId: 1, quoteId, book }
  const reply = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as { orderId: string }).orderId
}

/** Lets time pass until the market has caught up and orders can be placed. */
async function pass(seconds: number): Promise<void> {
  const toMs = clock.nowMs() + seconds * 1000
  clock.advance(seconds * 1000)
  await server.app.idle()
  const { market } = server.app
  const isThere = () => market.acceptsOrders(1) && (market.latest()?.atMs ?? 0) >= toMs
  await vi.waitUntil(isThere, { timeout: 60_000 })
}

async function finished(more: Record<string, string> = {}): Promise<Item[]> {
  const query = { status: '1', pageSize: '50', book: '1', ...more }
  const { body } = await user.get('/api/getMyLimitOrders', { query })
  return (body.data as { list: Item[] }).list
}

async function sums(more: Record<string, string> = {}): Promise<Sums> {
  const query = { from: '0', to: String(clock.nowMs() + 1), book: '1', ...more }
  const { body } = await user.get('/api/getOrderSums', { query })
  return body.data as Sums
}

/** The expected sums, from the list itself. */
function added(list: readonly Item[]): Sums {
  if (list.length === 0) return { count: 0, sums: [] }
  const net = list.reduce((sum, one) => sum + (parseAmount(one.profit) ?? 0n), 0n)
  return { count: list.length, sums: [{ currency: 'USDT', net: formatAmount(net) }] }
}

beforeAll(async () => {
  clock.waitFor(() => server.app.market.latest()?.atMs ?? null)
  user = await newUser(url, 8_800)
  const { database } = server.database
  const users = database.db.selectFrom('users').select((all) => all.fn.max('id').as('id'))
  await vi.waitUntil(() => server.app.market.acceptsOrders(2), { timeout: 60_000 })
  await giveReal(database, [Number((await users.executeTakeFirstOrThrow()).id)])
  ids['long'] = await place({ pid: 1, timeId: FIVE_MINUTES, stake: '100' })
  ids['short'] = await place({ pid: 2, timeId: MINUTE, stake: '40' })
  ids['closed'] = await place({ pid: 1, timeId: HOUR, stake: '30' })
  ids['real'] = await place({ pid: 1, timeId: MINUTE, stake: '20', book: 0 })
  await pass(65)
  const value = await user.get('/api/getOrderValue', { query: { orderId: ids['closed'] ?? '', book: '1' } })
  const { bidId } = value.body.data as { bidId: string }
  const json = { orderId: ids['closed'], bidId, book: 1 }
  expect((await user.post('/api/closeLimitOrder', { json, headers: moneyKey() })).status).toBe(200)
  ids['late'] = await place({ pid: 2, timeId: MINUTE, stake: '50' })
  await pass(65)
  await pass(200)
  const isOver = async () => (await finished()).length === 4 && (await finished({ book: '0' })).length === 1
  await vi.waitUntil(isOver, { timeout: 60_000 })
})

test('finished orders are listed by their ends, last ended first, whatever the order of placing', async () => {
  const wanted = ['long', 'late', 'closed', 'short'].map((name) => ids[name])
  const list = await finished()
  expect(list.map((one) => one.orderId)).toEqual(wanted)
  const ends = list.map((one) => one.endedAt ?? 0)
  expect(ends).toEqual(ends.toSorted((a, b) => b - a))
  for (const pageSize of ['1', '2', '3']) {
    const paged: string[] = []
    for (let page = await finished({ pageSize }); page.length > 0;) {
      paged.push(...page.map((one) => one.orderId))
      page = await finished({ pageSize, before: paged.at(-1) ?? '' })
    }
    expect(paged).toEqual(wanted)
    const numbered = await Promise.all(
      [1, 2, 3, 4].map((pageNum) => finished({ pageSize, pageNum: String(pageNum) })),
    )
    expect(numbered.flat().map((one) => one.orderId)).toEqual(wanted)
  }
  expect((await finished({ pid: '2' })).map((one) => one.orderId)).toEqual([ids['late'], ids['short']])
  expect(await finished({ before: ids['real'] ?? '' })).toEqual([])
  expect(await finished({ before: '01900000-0000-7000-8000-000000000000' })).toEqual([])
})

test('finished orders can be limited to a coin, a result and both', async () => {
  const list = await finished()
  expect(new Set(list.map((one) => one.outcome)).size).toBeGreaterThan(1)
  for (const pid of [undefined, 1, 2, 3]) {
    for (const outcome of [undefined, 'won', 'lost', 'tied', 'void', 'closed']) {
      const query = { ...(pid && { pid: String(pid) }), ...(outcome && { outcome }) }
      const wanted = list.filter(
        (one) => (pid ?? one.pid) === one.pid && (outcome ?? one.outcome) === one.outcome,
      )
      expect(await finished(query)).toEqual(wanted)
    }
  }
})

test('sums cover the orders that ended in the span, which includes its first moment and excludes its last', async () => {
  const list = await finished()
  const moments = [0, ...list.flatMap((one) => [one.acceptedAt, one.endedAt ?? 0, (one.endedAt ?? 0) + 1])]
  for (const from of moments) {
    for (const to of moments) {
      const inside = list.filter(({ endedAt }) => (endedAt ?? 0) >= from && (endedAt ?? 0) < to)
      expect(await sums({ from: String(from), to: String(to) })).toEqual(added(inside))
    }
  }
})

test('sums can be limited to a coin, a result and an account', async () => {
  const list = await finished()
  expect(await sums()).toEqual(added(list))
  for (const pid of [1, 2, 3]) {
    expect(await sums({ pid: String(pid) })).toEqual(added(list.filter((one) => one.pid === pid)))
  }
  for (const outcome of ['won', 'lost', 'tied', 'void', 'closed']) {
    expect(await sums({ outcome })).toEqual(added(list.filter((one) => one.outcome === outcome)))
  }
  expect((await sums({ pid: '1', outcome: 'closed' })).count).toBe(1)
  const real = await finished({ book: '0' })
  expect(real.map((one) => one.orderId)).toEqual([ids['real']])
  expect(await sums({ book: '0' })).toEqual(added(real))
})

test('a day’s sums are those of the user’s own day, in any time zone', async () => {
  const list = await finished()
  const day = 86_400_000
  for (const hours of [-11, 0, 5.5, 14]) {
    const shift = hours * 3_600_000
    const from = Math.floor((clock.nowMs() + shift) / day) * day - shift
    const ended = list.filter(({ endedAt }) => (endedAt ?? 0) >= from && (endedAt ?? 0) < from + day)
    expect(await sums({ from: String(from), to: String(from + day) })).toEqual(added(ended))
  }
})

test.each([
  ['no span', {}],
  ['half a span', { from: '0' }],
  ['a word for a time', { from: 'today', to: '5' }],
  ['a time before 1970', { from: '-1', to: '5' }],
  ['a part of a millisecond', { from: '0.5', to: '5' }],
  ['a result that there is not', { from: '0', to: '5', outcome: 'cancelled' }],
  ['a coin that there is not', { from: '0', to: '5', pid: 'BTC' }],
])('%s is refused', async (_, query) => {
  const { status } = await user.get('/api/getOrderSums', { query: { book: '1', ...query } })
  expect(status).toBe(400)
})

test('a visitor has no sums', async () => {
  const { body } = await caller(url).get('/api/getOrderSums', { query: { from: '0', to: '5', book: '1' } })
  expect(body.code).toBe('sign_in_first')
})
