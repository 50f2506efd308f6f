import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { codeOf } from '../orders/orders.testing.ts'
import { aHostedOrder } from './rows.testing.ts'
import { expireSome } from './ending/expire.ts'
import { openHost } from './host.testing.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from './hosting.testing.ts'
import type { ClosedDay } from './dayStore.ts'
import { hostingAnswers } from './routes.ts'
import { dayView, exitView, orderView } from './showing/views.ts'

const START_MS = Date.parse('2027-02-10T12:00:00Z')
let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

const ORDER = aHostedOrder({ mid: 2, sharedDays: 5 })

const timesOf = async (id: string) => {
  const { rows } = await sql<{ expires: bigint; ended: bigint | null }>`
    select expires_at_ms as expires, ended_at_ms as ended from hosting_order where id = ${id}`.execute(
    hosting.deps.db,
  )
  const [row] = rows
  if (!row) throw new Error('the order exists')
  return { expiresMs: Number(row.expires), endedMs: row.ended === null ? null : Number(row.ended) }
}

test('a house that takes no new orders refuses one and ends those that run', async () => {
  const user = await hosting.user(200n * ONE)
  const order = await hosting.host(user, '100')
  const closed = hostingAnswers({ ...hosting.deps, isOpen: false })
  const wish = { buyMoney: '100', mid: 1, type: '0', userNum: '1' }
  expect(await codeOf(closed.orderConfirmation(wish, hosting.ask(user)))).toBe('hosting_closed')
  expect(await hosting.hosted(user)).toBe(100n * ONE)
  expect(await codeOf(closed.exitHosting({ orderNumber: order }, hosting.ask(user)))).toBe('ok')
})

test('a key that hosted for one signed text hosts for no other, and repeats the first answer', async () => {
  const one = await openHost(hosting, 1)
  const key = crypto.randomUUID()
  const [first, second] = [one.hosts(), one.hosts()]
  const placed = await one.place(first, hosting.deps, key)
  expect(await one.place(first, hosting.deps, key)).toEqual(placed)
  expect(await codeOf(one.place(second, hosting.deps, key))).toBe('key_reused')
  expect(await hosting.hosted(one.userId)).toBe(100n * ONE)
})

test('an order ends early until the last millisecond before its expiry', async () => {
  const user = await hosting.user(200n * ONE)
  const [early, late] = [await hosting.host(user, '100'), await hosting.host(user, '100')]
  const { expiresMs } = await timesOf(early)
  hosting.clock.advance(expiresMs - 1 - hosting.clock.nowMs())
  expect(await codeOf(hosting.exit(user, early))).toBe('ok')
  hosting.clock.advance(1)
  expect(await codeOf(hosting.exit(user, late))).toBe('hosting_ended')
  await hosting.work()
  expect((await timesOf(late)).endedMs).toBe(expiresMs)
  expect(await hosting.has(user)).toBe(200n * ONE - ONE / 2n)
})

test('an order that expires ends in no day that is closed, even by a clock behind', async () => {
  const user = await hosting.user(100n * ONE)
  const order = await hosting.host(user, '100')
  const { expiresMs } = await timesOf(order)
  // Its list is locked meanwhile, as by another process that ends orders.
  await transact(hosting.deps.db, async (tx) => {
    await sql`select from hosting_order where id = ${order} for update`.execute(tx)
    await hosting.goTo(expiresMs + 2 * DAY_MS)
  })
  expect((await timesOf(order)).endedMs).toBe(null)
  const behind = { ...hosting.deps, clock: { ...hosting.clock, nowMs: () => expiresMs + 1 } }
  await transact(hosting.deps.db, (tx) => expireSome(tx, behind))
  expect((await timesOf(order)).endedMs).toBe(expiresMs + 2 * DAY_MS)
  expect(await hosting.findings()).toEqual([])
})

test('a key that ended one order ends no other, of no other book, and repeats its first answer', async () => {
  const user = await hosting.user(300n * ONE)
  const [first, second] = [await hosting.host(user, '100'), await hosting.host(user, '100')]
  const key = crypto.randomUUID()
  const { exitHosting } = hostingAnswers(hosting.deps)
  const exit = (orderNumber: string, book?: 'simulated') =>
    exitHosting({ orderNumber }, hosting.ask(user, book, key))
  const left = await exit(first)
  expect(await exit(first)).toEqual(left)
  expect(await codeOf(exit(second))).toBe('key_reused')
  expect(await codeOf(exit(first, 'simulated'))).toBe('key_reused')
  expect(await hosting.hosted(user)).toBe(100n * ONE)
})

test('nobody else ends an order, reads its days or what an exit costs, nor its owner in the other book', async () => {
  const [user, other] = [await hosting.user(100n * ONE), await hosting.user(100n * ONE)]
  const orderNumber = await hosting.host(user, '100')
  const answers = hostingAnswers(hosting.deps)
  const page = { orderNumber, pageNum: 1, pageSize: 10 }
  const codes = (userId: number, book: 'real' | 'simulated') =>
    Promise.all([
      codeOf(answers.getExitEstimate({ orderNumber }, hosting.ask(userId, book))),
      codeOf(answers.exitHosting({ orderNumber }, hosting.ask(userId, book))),
      codeOf(answers.getHostingDays(page, hosting.ask(userId, book))),
    ])
  const unknown = 'hosting_unknown'
  expect(await codes(other, 'real')).toEqual([unknown, unknown, unknown])
  expect(await codes(user, 'simulated')).toEqual([unknown, unknown, 'ok'])
  const estimate = () => codeOf(answers.getExitEstimate({ orderNumber }, hosting.ask(user)))
  const { expiresMs } = await timesOf(orderNumber)
  hosting.clock.advance(expiresMs - 1 - hosting.clock.nowMs())
  expect(await estimate()).toBe('ok')
  hosting.clock.advance(1)
  expect(await estimate()).toBe('hosting_ended')
})

test('a page shows an order and a closed day with all their sums and times', () => {
  const ended = { atMs: 4, how: 'exit' as const, fee: ONE / 2n }
  expect(orderView({ ...ORDER, ended: null }, 'english')).toEqual({
    orderNumber: 'an order',
    mid: 2,
    title: '7 days',
    period: 7,
    profitDays: 5,
    totArbitrage: '0.25',
    createTime: 1,
    expireTime: 3,
    orderMoney: '500',
    redeemMoney: '0',
    deductionMoney: '0',
    status: 1,
    isEarly: false,
    sharesFrom: 2,
  })
  const early = { redeemMoney: '499.5', deductionMoney: '0.5', status: 2, isEarly: true }
  expect(orderView({ ...ORDER, ended }, 'english')).toMatchObject(early)
  expect(exitView(ORDER)).toEqual({ redeemMoney: '497.5', deductionMoney: '2.5', totArbitrage: '0.25' })
  const books = { real: { hosted: 7n * ONE, paid: ONE }, simulated: { hosted: 8n * ONE, paid: 0n } }
  const day = { day: 1, profit: -ONE, carried: -2n * ONE, pool: 3n * ONE, logSeq: 9, ...books } as ClosedDay
  const shown = { day: '1970-01-02', profit: '-1', carried: '-2', pool: '3', seq: 9 }
  expect(dayView(day, 'real')).toEqual({ ...shown, hosted: '7', paid: '1' })
  expect(dayView(day, 'simulated')).toEqual({ ...shown, hosted: '8', paid: '0' })
})

test('an owner reads what the newest day paid him, all that was paid, what he hosts and what he may host', async () => {
  const startOfDay = () => Math.floor(hosting.clock.nowMs() / DAY_MS) * DAY_MS
  // Every earlier order has ended.
  await hosting.goTo(startOfDay() + 9 * DAY_MS)
  const user = await hosting.user(250n * ONE)
  await hosting.host(user, '100')
  await hosting.goTo(startOfDay() + DAY_MS)
  for (const profit of [20n, 6n]) {
    await hosting.trade(profit)
    await hosting.goTo(startOfDay() + DAY_MS)
  }
  const answers = hostingAnswers(hosting.deps)
  const shown = { profit: '0.00000003', earned: '0.00000013', tgzMoney: '100' }
  expect(await answers.getBzIndexData({}, hosting.ask(user))).toMatchObject(shown)
  const none = { profit: '0', earned: '0', tgzMoney: '0' }
  expect(await answers.getBzIndexData({}, hosting.ask(user, 'simulated'))).toMatchObject(none)
  expect(await answers.getMoveInfo({ mid: 1 }, hosting.ask(user))).toMatchObject({ money: '150.00000013' })
})
