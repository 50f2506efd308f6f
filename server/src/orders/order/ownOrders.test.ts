import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { uuids } from '../../db/arrays.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { LONGEST_ORDER_MS } from '@tickmark/core/orders/longestOrder'
import { listOrders, ordersOf, sumOrders } from './ownOrdersStore.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createTestDatabase()))
afterAll(() => own.close())

const RUN_MS = 2 ** 27

test('ids fall into runs of 37 hours by their time', async () => {
  const runOf = async (ms: number, last = '0') => {
    const id = leastTimeId(ms).replaceAll(/.$/g, last)
    const { rows } = await sql<{ run: number }>`select run_of_id(${id}::uuid) as run`.execute(own.database.db)
    return rows[0]?.run
  }
  for (const run of [0, 1, 7, 8, 255, 256, 12_799, 12_800, 2 ** 21 - 1]) {
    expect(await runOf(run * RUN_MS)).toBe(run)
    expect(await runOf((run + 1) * RUN_MS - 1, 'f')).toBe(run)
  }
})

test('the orders of a user in a span of ids are those of a plain filter, whatever runs are empty', async () => {
  const { db } = own.database
  // Times at the edges of runs, close together and years apart.
  const times = fc
    .tuple(
      fc.constantFrom(0, 1, 2, 300, 12_799, 12_800, 12_801),
      fc.constantFrom(0, 1, RUN_MS / 2, RUN_MS - 1),
    )
    .map(([run, ms]) => run * RUN_MS + ms)
  const id = fc
    .tuple(times, fc.integer({ min: 0, max: 15 }))
    .map(([ms, place]) => `${leastTimeId(ms).slice(0, -1)}${place.toString(16)}`)
  const bound = fc.option(id, { nil: undefined })
  const placed = fc.uniqueArray(fc.record({ id, userId: fc.constantFrom(1, 2) }), {
    selector: (one) => one.id,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(placed, bound, bound, fc.constantFrom(1, 2, 3), async (orders, from, before, userId) => {
      const found = await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`
          insert into placed_order
          select user_id, 100, 92, 0, 1, 2, 1, id, id, id, 0, 0, 92, 500000, 40000, 3, 2, 1, 1, 1, 115, 0, ''
          from unnest(${orders.map((one) => one.userId)}::int[], ${uuids(orders.map((one) => one.id))}::uuid[])
            as given (user_id, id)`.execute(tx)
        const span = { ...(from === undefined ? {} : { from }), ...(before === undefined ? {} : { before }) }
        const { rows } = await sql<{ id: string }>`
          select id from ${ordersOf(userId, span)}`.execute(tx)
        await sql`delete from placed_order`.execute(tx)
        return rows.map((row) => row.id).toSorted()
      })
      const expected = orders
        .filter(
          (one) =>
            one.userId === userId && one.id >= (from ?? '') && (before === undefined || one.id < before),
        )
        .map((one) => one.id)
      expect(found).toEqual(expected.toSorted())
    }),
    { numRuns: 100 },
  )
})

test('pages of finished orders, by number and by key, are those of all orders sorted by their ends', async () => {
  const { db } = own.database
  const HOUR = 3_600_000
  const order = fc.record({
    // Many within one span of ids, and some far before.
    hour: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 30_000 })),
    hours: fc.constantFrom(0, 1, 24),
    isOpen: fc.boolean(),
    userId: fc.constantFrom(1, 1, 1, 2),
    pid: fc.constantFrom(1, 1, 2),
  })
  const given = fc.record({
    orders: fc.array(order, { maxLength: 25 }),
    pageSize: fc.integer({ min: 1, max: 6 }),
    pid: fc.constantFrom(undefined, 1, 2),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ orders, pageSize, pid }) => {
      const rows = orders.map((one, place) => {
        const madeMs = one.hour * HOUR + 1
        const id = leastTimeId(madeMs).slice(0, -2) + place.toString(16).padStart(2, '0')
        return { ...one, id, dueMs: madeMs + one.hours * HOUR + 5_000 }
      })
      const expected = rows
        .filter((one) => one.userId === 1 && !one.isOpen && (pid === undefined || one.pid === pid))
        .toSorted((one, other) => other.dueMs - one.dueMs || (one.id < other.id ? 1 : -1))
        .map((one) => one.id)
      await db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        for (const { id, userId, dueMs, pid: coin, isOpen } of rows) {
          await sql`
            insert into placed_order
            values (${userId}, 100, 92, 0, 1, ${dueMs}, 1, ${id}, ${id}, ${id}, 0, 0, 92, 500000, 40000, 3, 2, 1, 1, ${coin}, 115, 0, '')
            `.execute(tx)
          if (!isOpen)
            await sql`
              insert into settled_order
              values (${userId}, ${dueMs}, ${dueMs + 1}, 1, -100, ${id}, 0, 4)`.execute(tx)
        }
        const query = { userId: 1, book: 'simulated', status: 'finished', pageSize, pid } as const
        for (let page = 0; page * pageSize <= expected.length; page++) {
          const from = page * pageSize
          const found = expected.slice(from, from + pageSize)
          const known = Math.min(expected.length, from + pageSize + 1)
          const byNumber = await listOrders(tx, { ...query, page })
          expect([byNumber.list.map((one) => one.id), byNumber.total]).toEqual([found, known])
          const before = expected[from - 1]
          if (before === undefined) continue
          const byKey = await listOrders(tx, { ...query, before })
          expect([byKey.list.map((one) => one.id), byKey.total]).toEqual([found, known - from])
        }
        await sql`delete from settled_order`.execute(tx)
        await sql`delete from placed_order`.execute(tx)
      })
    }),
    { numRuns: 60 },
  )
})

test('a sum has orders of the longest time, signed up to ten seconds before they were accepted', async () => {
  const fromMs = LONGEST_ORDER_MS * 9
  const acceptedMs = fromMs - LONGEST_ORDER_MS
  const counts = await own.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const madeMs of [acceptedMs, acceptedMs - 10_000]) {
      const id = leastTimeId(madeMs)
      await sql`
        insert into placed_order
        values (1, 100, 92, 0, 1, ${fromMs}, 1, ${id}, ${id}, ${id}, 0, 0, 92, 500000, 40000, 3, 2, 1, 1, 1, 115, 0, '')
        `.execute(tx)
      await sql`insert into settled_order values (1, ${fromMs}, ${fromMs}, 1, -100, ${id}, 0, 4)`.execute(tx)
    }
    const { count } = await sumOrders(tx, { userId: 1, book: 'simulated', fromMs, toMs: fromMs + 1 })
    await sql`delete from settled_order`.execute(tx)
    await sql`delete from placed_order`.execute(tx)
    return count
  })
  expect(counts).toBe(2)
})
