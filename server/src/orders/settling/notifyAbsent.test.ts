import type { Book } from '@tickmark/core/money/currencies'
import { type AccountKey, HOUSE } from '@tickmark/core/ledger/accounts'
import { ONE } from '@tickmark/core/money/money'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { postTransfers, refOf } from '../../ledger/post.ts'
import { silentLog } from '../../platform/log.ts'
import { askOf, bidFor, openOrderFixture, START_PRICE, type OrderFixture } from '../orders.testing.ts'
import { orderMessages } from '../messages.ts'
import { onMessages, recordEvents } from '../../module/events.testing.ts'
import { createAbsentNotifier, type AbsentNotifier } from './notifyAbsent.ts'

let fixture: OrderFixture
let told: NewMessage[]
let failing: boolean
let present: Set<number>
beforeEach(async () => {
  fixture = await openOrderFixture()
  told = []
  failing = false
  present = new Set()
})
afterEach(() => fixture.close())

/** A notifier that started long enough ago for open pages to reconnect. */
async function teller(): Promise<AbsentNotifier> {
  const telling = newTeller()
  telling.start()
  await fixture.pass(10)
  return telling
}

function newTeller(): AbsentNotifier {
  const events = recordEvents()
  onMessages(events, orderMessages, (messages) => {
    if (failing) throw new Error('it dies before the commit')
    told.push(...messages)
  })
  return createAbsentNotifier({
    db: fixture.deps.db,
    clock: fixture.clock,
    log: silentLog(),
    live: { hasOpenPage: (userId) => present.has(userId) },
    events,
  })
}

interface Placed {
  type?: number
  stake?: string
  currencyId?: number
  book?: Book
}

async function place(user: number, placed: Placed = {}): Promise<string> {
  const { type = 0, stake = '10', currencyId = 1, book = 'simulated' } = placed
  const context = askOf(fixture.clock, user)
  const offer = await fixture.answers.getTimeAccountCurrency({ type, pid: 1, timeId: 110 }, context)
  const quoteId = offer.ranges[0]?.id ?? ''
  const input = { pid: 1, stake, timeId: 110, currencyId, quoteId }
  const { orderId } = await fixture.answers.createLimitOrder(input, askOf(fixture.clock, user, { book }))
  return orderId
}

async function giveReal(user: number): Promise<void> {
  const to: AccountKey = { owner: user, book: 'real', currency: 1, kind: 'available' }
  const from: AccountKey = { ...to, owner: HOUSE, kind: 'external' }
  const given = {
    from,
    to,
    amount: 100n * ONE,
    ref: refOf(`given:${user}`),
    cause: 'deposit' as const,
    leg: 0,
  }
  await transact(fixture.deps.db, (tx) => postTransfers(tx, [given], fixture.clock.nowMs()))
}

async function notes(): Promise<number> {
  const { rows } = await sql`select from settled_batch`.execute(fixture.deps.db)
  return rows.length
}

/** Settles everything, at a price one unit above the entry. */
async function settleHigher(): Promise<void> {
  await fixture.pass(3)
  fixture.prices.set(1, START_PRICE + 1n)
  await fixture.pass(62)
}

test('an absent user gets one message an order; a user with an open page gets none', async () => {
  present.add(2)
  const first = await place(1)
  await place(2)
  const second = await place(1, { type: 1, stake: '0.001', currencyId: 3 })
  const telling = await teller()
  await settleHigher()
  await telling.idle()
  await telling.idle()
  const facts = { pair: 'BTC/USDT', book: 'simulated' }
  expect(told.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))).toMatchObject([
    {
      userId: 1,
      kind: 'order_settled',
      ref: `order:${first}`,
      facts: { ...facts, side: 'up', net: '+9.2', currency: 'USDT' },
    },
    { userId: 1, ref: `order:${second}`, facts: { ...facts, side: 'down', net: '−0.001', currency: 'ETH' } },
  ])
  expect(await notes()).toBe(0)
})

test('more than five at once become one sum', async () => {
  for (let i = 0; i < 5; i++) await place(1)
  for (let i = 0; i < 3; i++) {
    await place(3)
    await place(3, { type: 1, stake: '0.001', currencyId: 3 })
  }
  const telling = await teller()
  await settleHigher()
  await telling.idle()
  expect(told.filter((one) => one.userId === 1)).toHaveLength(5)
  const sums = told.filter((one) => one.userId === 3)
  expect(sums).toMatchObject([
    { kind: 'orders_settled', facts: { count: '6', net: '+27.6 USDT, −0.003 ETH', book: 'simulated' } },
  ])
})

test('the two books are counted separately: each has its own single messages or sum', async () => {
  await giveReal(1)
  const telling = await teller()
  await place(1, { book: 'real' })
  for (let i = 0; i < 6; i++) await place(1)
  await settleHigher()
  await telling.idle()
  expect(told.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
    { kind: 'order_settled', facts: { net: '+9.2', book: 'real' } },
    { kind: 'orders_settled', facts: { count: '6', net: '+55.2 USDT', book: 'simulated' } },
  ])
})

test('a failed write loses no message, and two notifiers send none twice', async () => {
  for (let i = 0; i < 4; i++) await place(1)
  const tellers = [await teller(), await teller()]
  await settleHigher()
  failing = true
  await Promise.all(tellers.map((one) => one.idle()))
  expect(told).toHaveLength(0)
  expect(await notes()).toBeGreaterThan(0)
  failing = false
  await Promise.all(tellers.map((one) => one.idle()))
  expect(told).toHaveLength(4)
  expect(new Set(told.map((one) => one.ref)).size).toBe(4)
  expect(await notes()).toBe(0)
})

test('all that was settled is told of at once, however many batches it was', async () => {
  await place(1)
  const telling = await teller()
  await settleHigher()
  await telling.idle()
  expect(told).toHaveLength(1)
  const copies = sql`insert into settled_batch select n, array[1]::bigint[], array[gen_random_uuid()] from generate_series(1, 9) as n`
  await copies.execute(fixture.deps.db)
  telling.wake()
  await telling.idle()
  expect([await notes(), told.length]).toEqual([0, 1])
})

test('an order closed by its owner sends no message and leaves no row', async () => {
  const orderId = await place(1)
  await fixture.pass(5)
  const { bidId } = await bidFor(fixture, orderId)
  await fixture.answers.closeLimitOrder({ orderId, bidId }, askOf(fixture.clock, 1))
  expect(await notes()).toBe(0)
  const telling = await teller()
  await telling.idle()
  expect(told).toEqual([])
})

test('pages have ten seconds from the start to reconnect before a user counts as absent, however long the start took', async () => {
  await place(1)
  const telling = newTeller()
  await settleHigher()
  await telling.idle()
  telling.start()
  await fixture.pass(9)
  await telling.idle()
  expect(told).toEqual([])
  await fixture.pass(1)
  await telling.idle()
  expect(told).toHaveLength(1)
})
