import type { NewMessage } from '@tickmark/wire/inbox'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { askOf, openDesk, START_PRICE, type Desk } from './desk.testing.ts'
import { createTelling, type Telling } from './tellSettled.ts'

let desk: Desk
let told: NewMessage[]
let failing: boolean
let present: Set<number>
beforeEach(async () => {
  desk = await openDesk()
  told = []
  failing = false
  present = new Set()
})
afterEach(() => desk.close())

function teller(): Telling {
  return createTelling({
    db: desk.deps.db,
    clock: desk.clock,
    log: silentLog(),
    hears: (userId) => present.has(userId),
    async notify(_tx, messages) {
      if (failing) throw new Error('it dies before the commit')
      told.push(...messages)
    },
  })
}

async function place(user: number, { type = 0, money = '10', currcyId = 1 } = {}): Promise<string> {
  const ask = askOf(desk.clock, user)
  const offer = await desk.answers.getTimeAccountCurrency({ type, pid: 1, timeId: 110 }, ask)
  const timezdId = offer.selectList[0]?.id ?? ''
  const input = { pid: 1, money, timeId: 110, currcyId, timezdId }
  const { orderId } = await desk.answers.createLimitOrder(input, askOf(desk.clock, user))
  return orderId
}

async function notes(): Promise<number> {
  const { rows } = await sql`select from settled_batch`.execute(desk.deps.db)
  return rows.length
}

/** Lets everything settle, the price a unit higher than at its entry. */
async function settleHigher(): Promise<void> {
  await desk.pass(3)
  desk.prices.set(1, START_PRICE + 1n)
  await desk.pass(62)
}

test('whoever is away is written to, once an order; whoever is there is not', async () => {
  present.add(2)
  const first = await place(1)
  await place(2)
  const second = await place(1, { type: 1, money: '0.001', currcyId: 3 })
  const telling = teller()
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
    { userId: 1, ref: `order:${second}`, facts: { ...facts, side: 'down', net: '-0.001', currency: 'ETH' } },
  ])
  expect(await notes()).toBe(0)
})

test('more than five at once come as one sum', async () => {
  for (let i = 0; i < 5; i++) await place(1)
  for (let i = 0; i < 3; i++) {
    await place(3)
    await place(3, { type: 1, money: '0.001', currcyId: 3 })
  }
  const telling = teller()
  await settleHigher()
  await telling.idle()
  expect(told.filter((one) => one.userId === 1)).toHaveLength(5)
  const sums = told.filter((one) => one.userId === 3)
  expect(sums).toMatchObject([
    { kind: 'orders_settled', facts: { count: '6', net: '+27.6 USDT, -0.003 ETH', book: 'simulated' } },
  ])
})

test('nothing is lost when the writing fails, nor told twice by two who tell', async () => {
  for (let i = 0; i < 4; i++) await place(1)
  const tellers = [teller(), teller()]
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

test('an order that its owner closed is no news, and its note is taken away', async () => {
  const orderId = await place(1)
  await desk.pass(5)
  const { bidId } = await desk.answers.getOrderValue({ orderId }, askOf(desk.clock, 1))
  await desk.answers.closeLimitOrder({ orderId, bidId }, askOf(desk.clock, 1))
  const telling = teller()
  await desk.pass(11)
  await telling.idle()
  expect(told).toEqual([])
  expect(await notes()).toBe(0)
})

test('after a start pages have ten seconds to come back before anybody counts as away', async () => {
  await place(1)
  await settleHigher()
  const telling = teller()
  await telling.idle()
  expect(told).toEqual([])
  await desk.pass(10)
  await telling.idle()
  expect(told).toHaveLength(1)
})
