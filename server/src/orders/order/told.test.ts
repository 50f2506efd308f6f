import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Reader } from '../../db/pool.ts'
import { ONE } from '@tickmark/core/money/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ofDelegations } from '../audit/auditDelegations.ts'
import { openSigner } from '../consent/signer.testing.ts'
import { requestFor } from '../fixture.testing.ts'
import { orderMessages } from '../messages.ts'
import { askOf, bidFor, openOrderFixture, type OrderFixture } from '../orders.testing.ts'
import { orderSubject } from '../subject.ts'
import type { Order } from './order.ts'
import { entriesNow, itemNow, ownOrder } from './readOrder.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.close())

async function place(): Promise<Order> {
  const context = askOf(fixture.clock, 1)
  const { ranges } = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, context)
  const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
  const { orderId } = await fixture.answers.createLimitOrder(input, askOf(fixture.clock, 1))
  return ownOrder(1, orderId, fixture.deps)
}

/** What support is told of an order, by the names of its lines. */
async function told(order: Order, userId = 1) {
  const facts = await orderSubject.describe(fixture.deps.db, userId, order.id)
  return (
    facts && {
      about: facts.about,
      lines: Object.fromEntries(facts.lines.map(({ name, value }) => [name, value])),
    }
  )
}

test('support is told of the user’s own order what it is about, how it stands and how it ended', async () => {
  const order = await place()
  const usdt = (amount: string) => ({ text: `${amount} USDT` })
  const placed = {
    number: { text: order.id },
    account: { word: 'simulated' },
    pair: { text: 'BTC/USDT' },
    condition: { range: 'up', barrierPpm: order.terms.barrierPpm },
    duration: { seconds: 60 },
    stake: usdt('100'),
    profit: usdt('92'),
    placed: { atMs: order.acceptedAtMs },
    due: { atMs: order.dueAtMs },
    state: { word: 'open' },
    ticket: { text: order.ticket },
  }
  expect(await told(order)).toEqual({
    about: [{ text: 'BTC/USDT' }, { word: 'up' }, usdt('100')],
    lines: placed,
  })
  expect(await told(order, 2)).toBeNull()
  await fixture.pass(2)
  const { bid, bidId } = await bidFor(fixture, order.id)
  await fixture.answers.closeLimitOrder({ orderId: order.id, bidId }, askOf(fixture.clock, 1))
  const closed = await told(order)
  expect(closed?.lines).toEqual({
    ...placed,
    state: { word: 'closed' },
    entry: usdt('67412.5'),
    closedFor: usdt(bid),
    net: { text: expect.stringMatching(/^−\d+(\.\d+)? USDT$/) as string },
  })
  const other = await place()
  await fixture.pass(64)
  const ended = await told(other)
  expect(ended?.lines).toMatchObject({ entry: usdt('67412.5'), settlement: usdt('67412.5') })
  expect(ended?.lines).not.toHaveProperty('closedFor')
})

test('an open order shows its entry price from the tick that gives it', async () => {
  const order = await place()
  await fixture.pass(2)
  const at = (afterMs: number) => {
    const latest = fixture.market.latest()
    if (!latest) throw new Error('there is a tick')
    const prices = { ...fixture.market, latest: () => ({ ...latest, atMs: order.acceptedAtMs + afterMs }) }
    return { ...fixture.deps, prices }
  }
  const shown = async (afterMs: number) => [
    (await entriesNow([order], at(afterMs))).size,
    (await itemNow(order, 'english', at(afterMs))).entryPrice !== null,
  ]
  expect([await shown(499), await shown(500)]).toEqual([
    [0, false],
    [1, true],
  ])
})

/** A settled order as far as messages tell of it. */
function settled(
  nth: number,
  change: {
    net?: bigint
    settledAtMs?: number
    currencyId?: number
    book?: Order['book']
    userId?: number
  } = {},
): Order {
  const { net = ONE, settledAtMs = 5, ...rest } = change
  const { terms } = requestFor(1)
  return {
    id: `id${nth}`,
    userId: 1,
    book: 'real',
    currencyId: 1,
    terms,
    result: { net, settledAtMs },
    ...rest,
  } as Order
}
const messagesOn = (orders: Order[]) => orderMessages.absent_orders_settled?.({ orders }) ?? []
const many = (count: number, change = {}) => Array.from({ length: count }, (_, i) => settled(i + 1, change))

test('up to five orders of a user have a message each, and more of them one together, of each book by itself', () => {
  const refs = (orders: Order[]) => messagesOn(orders).map((one) => `${one.userId} ${one.ref}`)
  expect(refs(many(5))).toEqual([1, 2, 3, 4, 5].map((nth) => `1 order:id${nth}`))
  expect(refs(many(6))).toEqual(['1 orders:id1'])
  expect(refs([...many(3), ...many(3, { book: 'simulated' })])).toHaveLength(6)
  expect(refs([...many(6), ...many(6, { userId: 2 })])).toEqual(['1 orders:id1', '2 orders:id1'])
})

test('a message on many orders sums them by currency, and is of the time when the last was settled', () => {
  const orders = [
    settled(1, { settledAtMs: 7 }),
    settled(2, { settledAtMs: 9, net: -3n * ONE, currencyId: 3 }),
    settled(3, { settledAtMs: 8, net: -ONE }),
    ...many(3, { net: 2n * ONE }),
  ]
  expect(messagesOn(orders)).toEqual([
    {
      userId: 1,
      ref: 'orders:id1',
      kind: 'orders_settled',
      facts: { count: '6', net: '+6 USDT, −3 ETH', book: 'real' },
      atMs: 9,
    },
  ])
  expect(messagesOn([settled(4, { settledAtMs: 7, net: -ONE })])).toEqual([
    {
      userId: 1,
      ref: 'order:id4',
      kind: 'order_settled',
      facts: { pair: 'BTC/USDT', side: 'up', net: '−1', currency: 'USDT', book: 'real' },
      atMs: 7,
    },
  ])
})

test('what the audit makes of a delegation is made once, until it has as many as it keeps', async () => {
  const owner = await openSigner(fixture, 9)
  const made: (SignedDelegation | null)[] = []
  const of = ofDelegations(fixture.deps.db as Reader, 1, (one, session) => {
    made.push(one)
    return session.slice(0, 2)
  })
  const { session } = owner.key.delegation
  const other = 'cd'.repeat(32)
  const page = (...sessions: string[]) => of(sessions.map((one) => ({ session: one })))
  expect([...(await page(session, session))]).toEqual([[session, session.slice(0, 2)]])
  await page(session)
  expect(made).toEqual([expect.objectContaining({ address: owner.delegation.address })])
  await page(session, other)
  expect(made.slice(1)).toEqual([null])
  await page(session)
  expect(made).toHaveLength(3)
})
