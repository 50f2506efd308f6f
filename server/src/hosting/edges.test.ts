import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { codeOf } from '../orders/orders.testing.ts'
import { expireSome } from './ending/expire.ts'
import { openHost } from './host.testing.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from './hosting.testing.ts'
import { hostingAnswers } from './routes.ts'

const START_MS = Date.parse('2027-02-10T12:00:00Z')
let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

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
