import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { finishedPages, openPages, readPriced } from './audit/auditStore.ts'
import { listAllOrders } from './console/listStore.ts'
import type { Order } from './order/order.ts'

/** Twice as many orders, half of them finished, of which every tenth was closed early. */
const EACH = 10_003
const ID = sql`('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
let own: TestDatabase

beforeAll(async () => {
  own = await createTestDatabase()
  const { db } = own.database
  await write(db, { placed_order: [{ duration_id: 110, due_at_ms: 9 }], settled_order: [], due_batch: [] })
  await transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into placed_order
      select user_id, stake, profit, fee, n, due_at_ms, batch, ${ID}, ${ID}, fingerprint, n, barrier_ppm, rate_pct, chance_ppm,
        margin_ppm, model_seq, rules_seq, book, currency, 1 + n % 2, duration_id, direction, ticket
      from placed_order cross join generate_series(2, ${2 * EACH}::int) as n`.execute(tx)
    await sql`delete from placed_order where ticket_index = 1 and accepted_at_ms = 1`.execute(tx)
    await sql`
      insert into settled_order (user_id, due_at_ms, settled_at_ms, receipt_batch, net, id, receipt_index, outcome, bid)
      select 1, 9, 9, 1, 0, ${ID}, n, case when n % 20 = 0 then 5 else 4 end, case when n % 20 = 0 then 1 end
      from generate_series(2, ${2 * EACH}::int, 2) as n`.execute(tx)
    await sql`insert into due_batch
      select 9, 1, 0, array_agg(${ID} order by -n) from generate_series(3, ${2 * EACH}::int, 2) as n`.execute(
      tx,
    )
  })
})
afterAll(() => own.close())

/** The numbers in the ids of all pages, and how many orders each page has. */
async function read(
  pages: AsyncGenerator<{ order: Order }[]>,
): Promise<{ sizes: number[]; numbers: number[] }> {
  const [sizes, numbers]: [number[], number[]] = [[], []]
  for await (const page of pages) {
    sizes.push(page.length)
    numbers.push(...page.map(({ order }) => Number(order.id.slice(-12))))
  }
  return { sizes, numbers }
}
const upwards = (first: number, step: number) =>
  Array.from({ length: Math.floor((2 * EACH - first) / step) + 1 }, (_, i) => first + i * step)

test('the audit reads each finished and each open order once, in order, a page after the other', async () => {
  const { db } = own.database
  const all = await read(finishedPages(db, 'all', null))
  expect(all.sizes.filter((size) => size > 0)).toEqual([5_000, 5_000, 3])
  expect(all.numbers).toEqual(upwards(2, 2))
  expect((await read(finishedPages(db, 'closed', null))).numbers).toEqual(upwards(20, 20))
  expect((await read(openPages(db))).numbers).toEqual(upwards(3, 2))
  const since = { atMs: 20_000, logSize: 0, carried: {} }
  expect((await read(finishedPages(db, 'closed', { ...since, atMs: 9 }))).numbers).toEqual(upwards(20, 20))
  expect((await read(finishedPages(db, 'all', since))).numbers).toEqual([20_002, 20_004, 20_006])
})

test('orders of the same price are one group, from the first of them to the last', async () => {
  const groups = await readPriced(own.database.db, null)
  expect(groups.map(({ terms, count, firstMs, lastMs }) => [terms.pid, count, firstMs, lastMs])).toEqual([
    [1, EACH, 2, 2 * EACH],
    [2, EACH - 1, 3, 2 * EACH - 1],
  ])
})

test('a call of operators examines twenty thousand orders, the newest, and goes on where it ended', async () => {
  const { db } = own.database
  const query = { fromMs: 0, toMs: 4, limit: 9 }
  const first = await listAllOrders(db, { ...query, toMs: undefined, outcome: 'won' })
  expect([first.list, Number(first.next?.slice(-12))]).toEqual([[], 7])
  const rest = await listAllOrders(db, { ...query, before: first.next ?? '' })
  expect([rest.list.map((one) => Number(one.id.slice(-12))), rest.next]).toEqual([[3, 2], null])
})
