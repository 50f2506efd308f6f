import type { Tick } from '@tickmark/core/market/fixing'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { available, lockBook } from '../../ledger/store.ts'
import { recordEvents } from '../../module/events.testing.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { type CloseRequest, createClosing } from './closeOrder.ts'
import { lockOpenOrder } from './dueStore.ts'
import { createFixture, requestFor, START_MS, type Fixture } from '../fixture.testing.ts'
import type { Order } from '../order/order.ts'
import { createSettling } from './settleDue.ts'
import { loggedBatches, orderById } from '../order/store.ts'
import { collectTickets } from '../receipts/signedBatches.ts'

const ONE = 100_000_000n
let fixture: Fixture
beforeEach(async () => void (fixture = await createFixture(40)))
afterEach(async () => {
  await fixture.close()
})

const DUE_MS = START_MS + 61_000
const tick = (second: number, price: number): Tick => ({
  seq: 1_000 + second,
  atMs: START_MS + second * 1000,
  price: BigInt(price),
})
const quiet = [tick(1, 100), tick(59, 100), tick(60, 101), tick(61, 102)]

async function placeOne(userId: number, up = true): Promise<Order> {
  const terms = { ...requestFor(userId).terms, direction: up ? ('up' as const) : ('down' as const) }
  const decision = await fixture.placing.place(requestFor(userId, { stake: 100n * ONE, terms }))
  if (!decision.ok) throw new Error(decision.refusal.code)
  return decision.value.order
}

/** A settler of which so many transactions conflict with others, once each. */
function settler(ticks: Tick[], told: Order[] = [], { chunk = 3, conflicts = 0 } = {}) {
  const ticksBetween = async (_: number, from: number, to: number) =>
    ticks.filter((one) => one.atMs >= from && one.atMs <= to)
  const { database, clock, signer } = fixture
  const events = recordEvents()
  events.afterCommit('orders_settled', ({ orders }) => void told.push(...orders))
  let left = conflicts
  events.inTransaction('orders_settled', async (tx) => {
    if (left-- > 0) await sql`do $$ begin raise serialization_failure; end $$`.execute(tx)
  })
  return createSettling({ database, clock, signer, ticksBetween, events, chunk })
}
/** A close at 90. */
const closeOf = (order: Order): CloseRequest => ({
  userId: order.userId,
  orderId: order.id,
  key: randomUUID(),
  fingerprint: randomUUID(),
  bid: 90n * ONE,
  expiresAtMs: Infinity,
  entry: tick(1, 100),
  consent: null,
})
const CONSENT = {
  session: 'ab'.repeat(32),
  nonce: 5,
  asked: randomUUID(),
  text: 'x',
  signature: 'ab'.repeat(64),
  hash: 'cd'.repeat(32),
} as unknown as GivenConsent
const result = async (order: Order) => (await orderById(fixture.database.db, order.userId, order.id))?.result

test('due orders are settled on their ticks, paid and announced, once', async () => {
  const [up, down] = [await placeOne(1), await placeOne(2, false)]
  await fixture.log()
  const told: Order[] = []
  expect(await settler(quiet, told).settleDue(DUE_MS - 1_000)).toBe(0)
  expect(await settler(quiet, told).settleDue(DUE_MS)).toBe(2)
  expect(await settler(quiet, told).settleDue(DUE_MS)).toBe(0)
  expect(await result(up)).toMatchObject({
    outcome: 'won',
    net: 92n * ONE,
    entry: tick(1, 100),
    exit: tick(60, 101),
  })
  expect(await result(down)).toMatchObject({ outcome: 'lost', net: -100n * ONE })
  expect(told).toHaveLength(2)
  expect(told.find((one) => one.id === up.id)).toEqual(await orderById(fixture.database.db, 1, up.id))
  expect(await available(fixture.database.db, 1, 'simulated', 1)).toBe(10_092n * ONE)
  expect(await available(fixture.database.db, 2, 'simulated', 1)).toBe(9_900n * ONE)
})

test('an order is closed by its owner alone, while the bid stands and what he signed has not run out', async () => {
  const order = await placeOne(1)
  await fixture.log()
  const nowMs = fixture.clock.nowMs()
  const given = (untilMs: number) => ({ ...CONSENT, untilMs })
  const closed = async (change: object) => {
    const done = await fixture.closing.closeOrder({ ...closeOf(order), ...change })
    return done.ok ? 'closed' : done.refusal.code
  }
  expect(await closed({ userId: 2 })).toBe('order_unknown')
  expect(await closed({ orderId: randomUUID() })).toBe('order_unknown')
  expect(await closed({ expiresAtMs: nowMs })).toBe('quote_expired')
  expect(await closed({ consent: given(nowMs - 1) })).toBe('consent_expired')
  expect(await result(order)).toBeNull()
  expect(await closed({ expiresAtMs: nowMs + 1, consent: given(nowMs) })).toBe('closed')
  expect([await closed({}), await closed({ userId: 2 })]).toEqual(['order_finished', 'order_unknown'])
})

test('an order that false lists have for earlier seconds is settled at its own, and the lists go', async () => {
  const order = await placeOne(1)
  await fixture.log()
  const early = [1_000, 30_000, 60_000]
  await transact(fixture.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const ms of early)
      await sql`insert into due_batch select ${START_MS + ms}::bigint, batch, part, ids from due_batch
        where due_at_ms = ${DUE_MS}`.execute(tx)
  })
  for (const ms of early) expect(await settler(quiet).settleDue(START_MS + ms), `${ms} ms`).toBe(0)
  expect(await result(order)).toBeNull()
  const { rows } = await sql<{ due_at_ms: bigint }>`select due_at_ms from due_batch`.execute(
    fixture.database.db,
  )
  expect(rows).toEqual([{ due_at_ms: BigInt(DUE_MS) }])
  expect(await settler(quiet).settleDue(DUE_MS)).toBe(1)
  expect(await result(order)).toMatchObject({ outcome: 'won', exit: tick(60, 101) })
})

test('an order whose ticket is not logged yet waits for it', async () => {
  await placeOne(1)
  expect(await settler(quiet).settleDue(DUE_MS + 60_000)).toBe(0)
  await fixture.log()
  expect(await settler(quiet).settleDue(DUE_MS)).toBe(1)
})

test('without its ticks an order is void, but only once the log is three seconds past its due second', async () => {
  const order = await placeOne(1)
  await fixture.log()
  const thin = quiet.slice(0, 2)
  expect(await settler(thin).settleDue(DUE_MS + 2_000)).toBe(0)
  expect(await settler(thin).settleDue(DUE_MS + 3_000)).toBe(1)
  expect(await result(order)).toMatchObject({ outcome: 'void', net: 0n, exit: null })
  expect(await available(fixture.database.db, 1, 'simulated', 1)).toBe(10_000n * ONE)
})

test('a list of due orders stays until the last of them is finished, whether it ended early, by its prices, or without', async () => {
  const place = (userId: number, pid: number) =>
    fixture.placing.place(
      requestFor(userId, { stake: 100n * ONE, terms: { ...requestFor(userId).terms, pid } }),
    )
  const placed = await Promise.all([place(1, 1), place(2, 1), place(3, 1), place(4, 2)])
  const orders = placed.map((one) => {
    if (!one.ok) throw new Error(one.refusal.code)
    return one.value.order
  })
  const listed = async () => {
    const { rows } = await sql<{ ids: string[] }>`select ids from due_batch`.execute(fixture.database.db)
    return rows.flatMap((one) => one.ids).toSorted()
  }
  const all = orders.map((one) => one.id).toSorted()
  expect(await listed()).toEqual(all)
  await fixture.log()
  const [early] = orders
  expect(await fixture.closing.closeOrder(closeOf(early as Order))).toMatchObject({ ok: true })
  expect(await listed()).toEqual(all)
  const { database, clock, signer } = fixture
  const ticksBetween = async (pid: number, from: number, to: number) =>
    quiet.filter((one) => pid === 1 && one.atMs >= from && one.atMs <= to)
  const { settleDue } = createSettling({ database, clock, signer, ticksBetween, events: recordEvents() })
  expect(await settleDue(DUE_MS)).toBe(2)
  expect(await listed()).toContain(orders[3]?.id)
  expect(await settleDue(DUE_MS + 2_000)).toBe(0)
  expect(await settleDue(DUE_MS + 3_000)).toBe(1)
  expect(await listed()).toEqual([])
})

test('many parallel settlers settle every order exactly once', async () => {
  for (let user = 1; user <= 40; user++) await placeOne(user, user % 2 === 0)
  await fixture.log()
  const told: Order[] = []
  const settlers = Array.from({ length: 4 }, () => settler(quiet, told))
  const counts = await Promise.all(settlers.map((one) => one.settleDue(DUE_MS)))
  expect(counts.reduce((a, b) => a + b, 0)).toBe(40)
  expect(new Set(told.map((one) => one.id)).size).toBe(40)
  const { rows } = await sql`select from orders where status = 0`.execute(fixture.database.db)
  expect(rows).toHaveLength(0)
})

test.each([1, 2, 3])(
  'orders are settled in the same pass, once, although their transactions conflict with others, %s in all',
  async (conflicts) => {
    for (let user = 1; user <= 7; user++) await placeOne(user)
    await fixture.log()
    const told: Order[] = []
    expect(await settler(quiet, told, { chunk: 2, conflicts }).settleDue(DUE_MS)).toBe(7)
    expect(told.map((one) => one.userId).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
  },
)

test('closing and settling one order at the same time finishes it once', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, (_, i) => placeOne(i + 1)))
  await fixture.log()
  fixture.clock.set(DUE_MS - 6_000)
  const close = (order: Order) => fixture.closing.closeOrder(closeOf(order))
  const [closed, settled] = await Promise.all([
    Promise.all(orders.map(close)),
    settler(quiet).settleDue(DUE_MS),
  ])
  const byClosing = closed.filter((one) => one.ok).length
  expect(byClosing + settled).toBe(40)
  expect(closed.every((one) => one.ok || one.refusal.code === 'order_finished')).toBe(true)
  expect(await close({ ...(orders[0] as Order), userId: 2 })).toEqual({
    ok: false,
    refusal: { code: 'order_unknown' },
  })
})

test('a bid is paid until the last millisecond of its life', async () => {
  const order = await placeOne(1)
  await fixture.log()
  const nowMs = fixture.clock.nowMs()
  const close = (expiresAtMs: number) => fixture.closing.closeOrder({ ...closeOf(order), expiresAtMs })
  expect(await close(nowMs)).toEqual({ ok: false, refusal: { code: 'quote_expired' } })
  expect(await close(nowMs + 1)).toMatchObject({ ok: true })
})

test('a batch committed late, with a lower number, goes into the next entry of the log', async () => {
  const { database } = fixture
  const batch = (id: number) =>
    sql`insert into ticket_batch values (${id}, 1, ${Buffer.alloc(32, id)}, ${Buffer.alloc(64)}, ${Buffer.alloc(32)})`
  await batch(52).execute(database.db)
  await batch(53).execute(database.db)
  await transact(database.db, async (late) => {
    await batch(51).execute(late)
    const drafts = await transact(database.db, async (tx) => {
      const found = await collectTickets(tx)
      for (const one of found) await one.onLogged?.(tx, 7)
      return found
    })
    expect(drafts).toMatchObject([{ entry: { kind: 'tickets', count: 2, first: 52, last: 53 } }])
  })
  const rest = await transact(database.db, async (tx) => {
    const found = await collectTickets(tx)
    for (const one of found) await one.onLogged?.(tx, 9)
    return found
  })
  expect(rest).toMatchObject([{ entry: { kind: 'tickets', count: 1, first: 51, last: 51 } }])
  expect((await loggedBatches(database.db, 'ticket_batch', 7)).map((one) => one.id)).toEqual([52, 53])
  expect((await loggedBatches(database.db, 'ticket_batch', 9)).map((one) => one.id)).toEqual([51])
  expect(await transact(database.db, collectTickets)).toEqual([])
})

test('an order can be closed until 5 s before its due time, to the millisecond, and is announced once', async () => {
  const [order, late] = [await placeOne(1), await placeOne(2)]
  const { database, clock, signer } = fixture
  const events = recordEvents()
  const closing = createClosing({ database, clock, signer, events })
  const mine = closeOf(order)
  fixture.clock.set(DUE_MS - 5_000)
  expect(await closing.closeOrder(mine)).toMatchObject({ ok: true, value: { result: { bid: 90n * ONE } } })
  fixture.clock.set(DUE_MS - 4_999)
  expect(await closing.closeOrder(closeOf(late))).toEqual({ ok: false, refusal: { code: 'close_too_late' } })
  // A repeat gets its answer at any time and announces nothing.
  expect(await closing.closeOrder(mine)).toMatchObject({ ok: true, value: { id: order.id } })
  expect(await closing.closeOrder({ ...mine, fingerprint: randomUUID() })).toEqual({
    ok: false,
    refusal: { code: 'key_reused' },
  })
  expect(events.of('orders_settled').flatMap(({ orders }) => orders.map((one) => one.id))).toEqual([order.id])
  expect(await available(database.db, 1, 'simulated', 1)).toBe(9_990n * ONE)
})

const WAITS: [string, hold: (tx: Tx, order: Order) => Promise<unknown>][] = [
  ['the list of its order', (tx, order) => lockOpenOrder(tx, order.userId, order.id)],
  ['its book', (tx, order) => lockBook(tx, order.book)],
]

/** A close that waits for a lock while time passes. */
async function closeAfter(
  ms: number,
  order: Order,
  hold: (typeof WAITS)[number][1],
  change: Partial<CloseRequest> = {},
) {
  const { database, clock } = fixture
  const { promise: held, resolve: free } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const holder = transact(database.db, async (tx) => {
    await hold(tx, order)
    begin()
    await held
  })
  await begun
  const closing = fixture.closing.closeOrder({ ...closeOf(order), ...change })
  const waits = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect
      .poll(async () => (await waits().execute(database.db)).rows.length, { timeout: 30_000 })
      .toBe(1)
    clock.set(clock.nowMs() + ms)
  } finally {
    free()
  }
  await holder
  return closing.then(
    (done) => (done.ok ? done.value.result?.settledAtMs : done.refusal.code),
    (thrown: unknown) => (thrown instanceof Refused ? thrown.code : thrown),
  )
}

test.each(WAITS)('a close that waits for %s is settled when it no longer waits', async (_, hold) => {
  const order = await placeOne(1)
  await fixture.log()
  const nowMs = fixture.clock.nowMs()
  expect(await closeAfter(4_000, order, hold)).toBe(nowMs + 4_000)
  expect(await result(order)).toMatchObject({ settledAtMs: nowMs + 4_000 })
})

test.each(WAITS)('a bid that ends while a close waits for %s is not paid', async (_, hold) => {
  const order = await placeOne(1)
  await fixture.log()
  const expiresAtMs = fixture.clock.nowMs() + 4_000
  const consent = { ...CONSENT, untilMs: Infinity }
  expect(await closeAfter(4_000, order, hold, { expiresAtMs, consent })).toBe('quote_expired')
  expect(await result(order)).toBeNull()
  const { rows } = await sql`select from order_consent where order_id = ${order.id}`.execute(
    fixture.database.db,
  )
  expect(rows).toEqual([])
})

test('a close that is tried again is settled at the time of its last try', async () => {
  const order = await placeOne(1)
  await fixture.log()
  const { database, clock, signer } = fixture
  const events = recordEvents()
  let tries = 0
  events.inTransaction('orders_settled', async (tx) => {
    if (tries++ > 0) return
    clock.set(clock.nowMs() + 4_000)
    await sql`do $$ begin raise serialization_failure; end $$`.execute(tx)
  })
  const nowMs = clock.nowMs()
  const closing = createClosing({ database, clock, signer, events })
  expect(await closing.closeOrder(closeOf(order))).toMatchObject({
    ok: true,
    value: { result: { settledAtMs: nowMs + 4_000 } },
  })
})
