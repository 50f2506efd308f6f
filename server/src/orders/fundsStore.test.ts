import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Tx } from '../db/pool.ts'
import { leastTimeId } from '../db/timeId.ts'
import { transact } from '../db/transact.ts'
import { netsBetween, refsSince } from './fundsStore.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = 1_800_014_400_000
const OWNER = { userId: 1, book: 'simulated' } as const

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  // Orders of an hour, ten a day for a hundred days.
  for (let day = 100; day > 1; day--)
    for (let i = 0; i < 10; i++) orders.push([NOON - day * DAY + i, HOUR, 0])
  orders.push(
    [NOON - DAY - 20, DAY, 40_000], // settled within the minute
    [NOON - DAY - 90_000, DAY, 90_010], // and after it
    [NOON - 9 * DAY, HOUR, 9 * DAY], // after an outage of days
    [NOON - 9 * DAY, HOUR, 8 * DAY - 2 * HOUR], // the same, but yesterday
    [NOON - 5 * HOUR, HOUR, 0],
    [NOON + 1, HOUR, 0],
    [NOON + 2, HOUR, -HOUR / 2], // closed early
  )
  await transact(own.database.db, write)
})
afterAll(() => own.close())

/** Per order: acceptance time, duration, and delay of settlement after the due time; in ms. */
const orders: [number, number, number][] = []

async function write(tx: Tx): Promise<void> {
  // User 1's balance, and the bankroll.
  for (const [to, cause] of [
    [1553, 3],
    [531, 5],
  ])
    await sql`insert into transfer values (528, ${to}, 1000000, 0, gen_random_uuid(), ${cause}, 0)`.execute(
      tx,
    )
  for (const [i, [acceptedMs, durationMs, lateMs]] of orders.entries()) {
    const dueMs = acceptedMs + durationMs
    const id = `${leastTimeId(acceptedMs).slice(0, 24)}${String(i).padStart(12, '0')}`
    const digest = Buffer.alloc(32)
    await sql`insert into orders values (1, 100, 92, 0, ${acceptedMs}, ${dueMs}, 1, ${id}::uuid, ${id}::uuid, ${id}::uuid, ${i},
      0, 92, 500000, 40000, 3, 2, 1, 1, 1, 115, 0, 0, null, ${digest})`.execute(tx)
    await sql`update orders set status = 1, outcome = 4, net = 1, receipt_batch = 1, receipt_index = ${i},
      settled_at_ms = ${dueMs + lateMs} where id = ${id}::uuid`.execute(tx)
  }
}

/** Number of rows of `orders` that the work has read. */
async function rowsRead(tx: Tx, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await sql<{ read: bigint }>`
      select (seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables
      where relname = 'orders'`.execute(tx)
    return Number(rows[0]?.read ?? 0n)
  }
  const before = await read()
  await work()
  return (await read()) - before
}

test('a result since noon counts the orders settled since then, including late ones, and reads no older ones', async () => {
  await transact(own.database.db, async (tx) => {
    const read = await rowsRead(tx, async () => {
      expect(await netsBetween(tx, OWNER, [NOON])).toEqual(new Map([[1, [5n]]]))
    })
    expect(read).toBeLessThanOrEqual(10)
    const since = await rowsRead(tx, async () => {
      expect((await refsSince(tx, OWNER, 1, NOON)).refs).toHaveLength(5)
    })
    expect(since).toBeLessThanOrEqual(10)
  })
})

test('the results of all spans add up to the result of all time', async () => {
  const { db } = own.database
  const times = Array.from({ length: 105 }, (_, day) => NOON - 104 * DAY + day * DAY)
  for (const [i, time] of times.entries()) {
    const expected = orders.filter(([from, lasted, late]) => from + lasted + late > time).length
    const nets = (await netsBetween(db, OWNER, times.slice(i))).get(1) ?? []
    expect(nets.reduce((sum, net) => sum + net, 0n)).toBe(BigInt(expected))
  }
  expect(await netsBetween(db, { ...OWNER, userId: 2 }, [0])).toEqual(new Map())
})
