import { settle, type Settlement } from '@tickmark/core/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { finishOrders } from './settling/finishOrders.ts'
import type { FinishedOrder } from './settling/finishStore.ts'
import { createFixture, requestFor, START_MS, type Fixture } from './fixture.testing.ts'
import type { Order } from './order/order.ts'
import { listOrders } from './order/ownOrdersStore.ts'
import { orderById } from './order/store.ts'

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
  ['the terms of an order are changed', `update placed_order set stake = 1`],
  ['the owner of an order is changed', `update placed_order set user_id = 2`],
  ['a settled order is changed', `update settled_order set net = 0`],
  ['a settled order is opened again', `delete from settled_order`],
  ['all settled orders are opened again', `truncate settled_order`],
  ['an order is settled twice', `insert into settled_order select * from settled_order`],
  [
    'an order that nobody placed is settled',
    `insert into settled_order select user_id, due_at_ms, settled_at_ms, receipt_batch, 0, gen_random_uuid(), 9, 4 from settled_order`,
  ],
  [
    'an order is settled as another user’s',
    `insert into settled_order select user_id + 1, due_at_ms, 1, 1, 0, id, 0, 4, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order is settled as due in another second',
    `insert into settled_order select user_id, due_at_ms + 1000, 1, 1, 0, id, 0, 4, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order is finished with an unknown outcome',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 6, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order is won without prices',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 1, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order is closed without a bid',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 5, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order that was not closed has a bid',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 4, 1, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order has an entry price without its place in the log',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 4, null, null, 1, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order has a settlement price without its place in the log',
    `insert into settled_order select user_id, due_at_ms, 1, 1, 0, id, 0, 4, null, null, null, null, null, 1, null
    from orders where outcome is null`,
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
    `insert into settled_order select user_id, due_at_ms, 1, 1, profit + 1, id, 0, 4, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  [
    'an order costs more than its stake and fee',
    `insert into settled_order select user_id, due_at_ms, 1, 1, -stake - fee - 1, id, 0, 4, null, null, null, null, null, null, null
    from orders where outcome is null`,
  ],
  ['an order is deleted', `delete from placed_order`],
  ['all orders are emptied', `truncate placed_order cascade`],
  [
    'the same key is used twice',
    `insert into placed_order select user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), key, fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book,
    currency, pid, duration_id, direction, ticket from placed_order`,
  ],
  [
    'a stake of nothing is taken',
    `insert into placed_order select user_id, 0, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), gen_random_uuid(), fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book,
    currency, pid, duration_id, direction, ticket from placed_order`,
  ],
  ['an open order is no longer listed as due', `delete from due_batch`],
  ['an order is listed for another second', `update due_batch set due_at_ms = due_at_ms + 60000`],
  [
    'an open order is listed by hand',
    `insert into due_batch select due_at_ms - 60000, batch, part, ids from due_batch`,
  ],
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
])('an order does not end when %s', async (_what, wrong) => {
  const honest = await endingOf({})
  await expect(finish([await endingOf(wrong(honest))])).rejects.toThrow(
    /these orders move something else|an order ends with what it holds/u,
  )
  expect(await orderById(fixture.database.db, 2, honest.order.id)).toEqual(honest.order)
  expect(await fixture.audit()).toEqual([])
})

test('an order ends once, and a batch with an order that cannot end changes nothing', async () => {
  const honest = await endingOf({})
  const [ended] = await ordersOf(1, 'finished')
  if (!ended) throw new Error('one is settled')
  await expect(finish([honest, { ...honest, order: ended }])).rejects.toThrow('settled_order_pkey')
  await expect(finish([honest, honest])).rejects.toThrow('settled_order_pkey')
  expect(await ordersOf(2, 'open')).toEqual([honest.order])
  expect(await fixture.audit()).toEqual([])
})
