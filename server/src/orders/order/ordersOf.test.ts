import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { uuids } from '../../db/arrays.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { ordersOf } from './store.ts'

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
