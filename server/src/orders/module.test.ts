import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { transact } from '../db/transact.ts'
import type { Market } from '../market/market.ts'
import { recordEvents } from '../module/events.testing.ts'
import type { Runtime } from '../module/runtime.ts'
import { silentLog } from '../platform/log.ts'
import { openOrders } from './module.ts'
import type { Order } from './order/order.ts'
import { askOf, openOrderFixture, type OrderFixture } from './orders.testing.ts'
import { collectReceipts, collectRefusals, collectTickets } from './receipts/signedBatches.ts'
import { ownOrder } from './order/readOrder.ts'

let fixture: OrderFixture
const events = recordEvents()
const open = new Set<number>()
const published: unknown[][] = []
const before: unknown[] = []
const paused: (() => boolean)[] = []
const newest: Parameters<Market['onNewestTick']>[0][] = []
let needed: Parameters<Market['needSeconds']>[0]
let module: ReturnType<typeof openOrders>

beforeAll(async () => {
  fixture = await openOrderFixture()
  const { test: own, clock } = fixture
  const key = new Uint8Array(32).fill(2)
  const runtime = {
    mode: 'live',
    database: own.database,
    clock,
    log: silentLog(),
    events,
    keys: { receiptsKey: key, pepper: key, quoteKey: key },
    live: {
      hasOpenPage: (userId: number) => open.has(userId),
      publish: (
        userId: number,
        event: { event: string; book: number; order?: { timeName: string; status: number } },
      ) => published.push([userId, event.event, event.book, event.order?.timeName, event.order?.status]),
    },
  } as unknown as Runtime
  const market: Market = {
    ...fixture.market,
    beforeTick: (collect) => before.push(collect),
    pauseWhile: (isNeeded) => paused.push(isNeeded),
    needSeconds: (given) => void (needed = given),
    onTick: () => () => {},
    onNewestTick: (listener) => {
      newest.push(listener)
      return () => {}
    },
  }
  module = openOrders(runtime, {
    market,
    languagesOf: async (_reader, users) => new Map(users.includes(2) ? [[2, 'japanese']] : []),
    addressesOf: async () => new Map(),
    delegationOf: async () => null,
    placeOfPromise: async () => null,
    release: null,
  })
})
afterAll(() => fixture.close())

async function place(user: number): Promise<Order> {
  const context = askOf(fixture.clock, user)
  const { ranges } = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, context)
  const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
  const { orderId } = await fixture.answers.createLimitOrder(input, askOf(fixture.clock, user))
  return ownOrder(user, orderId, fixture.deps)
}

test('the log takes tickets, receipts and refusals before each tick, and needs the seconds of open orders', async () => {
  expect(before).toEqual([collectTickets, collectReceipts, collectRefusals])
  expect([await needed(0, 2_000_000_000), await module.isWaiting?.()]).toEqual([[], false])
  await place(1)
  const seconds = await needed(0, 2_000_000_000)
  expect(seconds.length).toBeGreaterThan(1)
  expect(await module.isWaiting?.()).toBe(true)
  await fixture.pass(64)
  expect(await module.isWaiting?.()).toBe(false)
})

test('new orders pause while tickets stay out of the log, and monitors hear of it', async () => {
  const tick = async (afterMs: number) => {
    fixture.clock.advance(afterMs)
    for (const listener of newest)
      await listener({ atMs: fixture.clock.nowMs() } as Parameters<typeof listener>[0])
    return [paused.map((one) => one()), await module.trouble?.look()]
  }
  await sql`insert into ticket_batch values (999999, 1, ${Buffer.alloc(32, 9)}, ${Buffer.alloc(64)}, ${Buffer.alloc(32)})`.execute(
    fixture.test.database.db,
  )
  expect(await tick(0)).toEqual([[false], null])
  expect(await tick(2_001)).toEqual([[true], 'not logged for 2 s'])
  await sql`update ticket_batch set log_seq = 1 where id = 999999`.execute(fixture.test.database.db)
  expect(await tick(1)).toEqual([[false], null])
})

test('open pages see how their own orders ended, in the user’s language, and that the balance of the book changed', async () => {
  const placed = [await place(1), await place(2), await place(3)]
  await fixture.pass(64)
  const orders = await Promise.all(placed.map((one) => ownOrder(one.userId, one.id, fixture.deps)))
  open.add(1).add(2)
  await transact(fixture.test.database.db, (tx) => events.emit(tx, 'orders_settled', { orders }))
  await expect.poll(() => published.length, { timeout: 10_000 }).toBe(4)
  expect(published).toEqual([
    [1, 'order_settled', 1, '1 min', 1],
    [1, 'balance_changed', 1, undefined, undefined],
    [2, 'order_settled', 1, expect.not.stringContaining('min'), 1],
    [2, 'balance_changed', 1, undefined, undefined],
  ])
})

test('a result in real money counts for the house’s limit, in the transaction that settles it', async () => {
  const order = await place(1)
  await fixture.pass(64)
  const settled = await ownOrder(1, order.id, fixture.deps)
  const observed = async () =>
    (await sql`select from realised_edge`.execute(fixture.test.database.db)).rows.length
  const emit = (book: Order['book'], fails = false) =>
    transact(fixture.test.database.db, async (tx) => {
      await events.emit(tx, 'orders_settled', { orders: [{ ...settled, book }] })
      if (fails) throw new Error('undone')
    })
  fixture.volatility.error = 0.01
  await fixture.pass(30)
  await emit('simulated')
  await expect(emit('real', true)).rejects.toThrow('undone')
  expect(await observed()).toBe(0)
  await emit('real')
  expect(await observed()).toBe(1)
})
