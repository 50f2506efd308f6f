import { settle, type Settlement } from '@tickmark/core/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { finishOrders } from './settling/finishOrders.ts'
import type { FinishedOrder } from './settling/finishStore.ts'
import { createFixture, requestFor, START_MS, type Fixture } from './fixture.testing.ts'
import type { Order } from './order/order.ts'
import { listOrders, orderById } from './order/store.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(2)
  await fixture.placing.place(requestFor(1))
  await fixture.log()
  expect(await fixture.settleDue(START_MS + 64_000)).toBe(1)
  await fixture.placing.place(requestFor(2))
})
afterAll(() => fixture.close())

test.each([
  ['the terms of an order are changed', `update orders set stake = 1`],
  ['the owner of an order is changed', `update orders set user_id = 2`],
  ['a settled order is changed', `update orders set net = 0 where status = 1`],
  [
    'a settled order is opened again',
    `update orders set status = 0, outcome = null, net = null, settled_at_ms = null,
    receipt_batch = null, receipt_index = null where status = 1`,
  ],
  ['an order is finished by half', `update orders set status = 1 where status = 0`],
  [
    'an order is finished with an unknown outcome',
    `update orders set status = 1, outcome = 6, net = 0, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order is won without prices',
    `update orders set status = 1, outcome = 1, net = 0, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order is closed without a bid',
    `update orders set status = 1, outcome = 5, net = 0, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order that was not closed has a bid',
    `update orders set status = 1, outcome = 4, net = 0, bid = 1, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order has an entry price without its place in the log',
    `update orders set status = 1, outcome = 4, net = 0, entry_price = 1, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order has a settlement price without its place in the log',
    `update orders set status = 1, outcome = 4, net = 0, exit_price = 1, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'a batch has fewer leaves than it counts',
    `insert into ticket_batch select 901, 2, root, signature, sha256('') from ticket_batch limit 1`,
  ],
  [
    'a batch of receipts has more leaves than it counts',
    `insert into receipt_batch select 901, 1, root, signature, sha256('') || sha256('') from receipt_batch limit 1`,
  ],
  [
    'an order brings more than its profit',
    `update orders set status = 1, outcome = 4, net = profit + 1, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  ['an order is deleted', `delete from orders`],
  ['all orders are emptied', `truncate orders`],
  [
    'an order is copied as finished',
    `insert into orders select user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), gen_random_uuid(), fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book,
    currency, pid, duration_id, direction, 1, 4, ticket, 0, 0, null, null, null, null, null, null, null, 1, 1 from orders limit 1`,
  ],
  [
    'the same key is used twice',
    `insert into orders select user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), key, fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book,
    currency, pid, duration_id, direction, 0, null, ticket from orders`,
  ],
  [
    'a stake of nothing is taken',
    `insert into orders select user_id, 0, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), gen_random_uuid(), fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book,
    currency, pid, duration_id, direction, 0, null, ticket from orders`,
  ],
  ['an order gets another number', `update order_number set id = gen_random_uuid()`],
  ['an order loses its number', `delete from order_number`],
  ['all numbers are emptied', `truncate order_number`],
  ['an open order is no longer listed as due', `delete from due_batch`],
  ['an order is listed for another second', `update due_batch set due_at_ms = due_at_ms + 60000`],
  ['all due orders are emptied', `truncate due_batch`],
  ['a signed batch is changed', `update ticket_batch set root = sha256('')`],
  ['a batch is logged twice', `update ticket_batch set log_seq = 99`],
  ['a batch is deleted', `delete from ticket_batch`],
  ['a batch of receipts is deleted', `delete from receipt_batch`],
])('the database refuses when %s', async (_, statement) => {
  await expect(sql.raw(statement).execute(fixture.database.db)).rejects.toThrow()
  expect(await fixture.audit()).toEqual([])
})

async function ordersOf(userId: number, status: 'open' | 'finished'): Promise<Order[]> {
  const query = { userId, book: 'simulated', status, pageSize: 5 } as const
  return (await listOrders(fixture.database.db, query)).list
}

const finish = (endings: readonly FinishedOrder[]) =>
  transact(fixture.database.db, (tx) =>
    finishOrders(tx, endings, { batch: 900, signer: fixture.signer, settledAtMs: START_MS + 64_000 }),
  )

const tickAt = (second: number, price: bigint) => ({
  seq: 1_000 + second,
  atMs: START_MS + second * 1_000,
  price,
})

/** The open order as a won one, with one fault in it. */
async function endingOf(wrong: {
  order?: Partial<Order>
  settlement?: Partial<Settlement>
}): Promise<FinishedOrder> {
  const [order] = await ordersOf(2, 'open')
  if (!order) throw new Error('there is an open order')
  const [entry, exit] = [tickAt(1, 100n), tickAt(60, 101n)]
  const settlement = settle(order.terms, order.sums, entry.price, exit.price)
  return {
    order: { ...order, ...wrong.order },
    settlement: { ...settlement, ...wrong.settlement },
    entry,
    exit,
    bid: null,
    consent: '',
  }
}

test.each<[string, (honest: FinishedOrder) => Parameters<typeof endingOf>[0]]>([
  ['the user gets a unit more', ({ settlement: { toUser } }) => ({ settlement: { toUser: toUser + 1n } })],
  ['the user gets a unit less', ({ settlement: { toUser } }) => ({ settlement: { toUser: toUser - 1n } })],
  [
    'the bankroll gets a unit that is not there',
    ({ settlement }) => ({ settlement: { toBankroll: settlement.toBankroll + 1n } }),
  ],
  [
    'the fees get a unit that is not there',
    ({ settlement }) => ({ settlement: { toFees: settlement.toFees + 1n } }),
  ],
  ['another user is paid', () => ({ order: { userId: 1 } })],
  ['another book pays', () => ({ order: { book: 'real' } })],
  ['another currency pays', () => ({ order: { currencyId: 2 } })],
  [
    'the house`s exposure falls by another profit',
    ({ order: { sums } }) => ({ order: { sums: { ...sums, profit: sums.profit - 1n } } }),
  ],
])('an order does not end when %s', async (_what, wrong) => {
  const honest = await endingOf({})
  await expect(finish([await endingOf(wrong(honest))])).rejects.toThrow('0 of 1 orders can be finished so')
  expect(await orderById(fixture.database.db, 2, honest.order.id)).toEqual(honest.order)
  expect(await fixture.audit()).toEqual([])
})

test('an order ends once, and a batch with an order that cannot end changes nothing', async () => {
  const honest = await endingOf({})
  const [ended] = await ordersOf(1, 'finished')
  if (!ended) throw new Error('one is settled')
  await expect(finish([honest, { ...honest, order: ended }])).rejects.toThrow(
    '1 of 2 orders can be finished so',
  )
  await expect(finish([honest, honest])).rejects.toThrow('1 of 2 orders can be finished so')
  expect(await ordersOf(2, 'open')).toEqual([honest.order])
  expect(await fixture.audit()).toEqual([])
})
