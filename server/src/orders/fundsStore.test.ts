import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { int8s, uuids } from '../db/arrays.ts'
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
  // Orders of an hour, a hundred a day for a hundred days: too many for the planner to read them all.
  for (let day = 100; day > 1; day--)
    for (let i = 0; i < 100; i++) orders.push([NOON - day * DAY + i, HOUR, 0])
  orders.push(
    [NOON - DAY - 20, DAY, 40_000], // settled within the minute
    [NOON - DAY - 90_000, DAY, 90_010], // and after it
    [NOON - DAY - 59_999, DAY, 60_000, 5_000], // settled within the minute, and signed 5 s before it was placed
    [NOON - 9 * DAY, HOUR, 9 * DAY], // after an outage of days
    [NOON - 9 * DAY, HOUR, 8 * DAY - 2 * HOUR], // the same, but yesterday
    [NOON - 5 * HOUR, HOUR, 0],
    [NOON + 1, HOUR, 0],
    [NOON + 2, HOUR, -HOUR / 2], // closed early
  )
  await transact(own.database.db, write)
})
afterAll(() => own.close())

/** Per order: acceptance time, duration, delay of settlement after the due time, and how long before it was signed; in ms. */
const orders: [number, number, number, number?][] = []

async function write(tx: Tx): Promise<void> {
  // User 1's balance, and the bankroll.
  for (const [to, cause] of [
    [1553, 3],
    [531, 5],
  ])
    await sql`insert into transfer values (528, ${to}, 1000000, 0, gen_random_uuid(), ${cause}, 0)`.execute(
      tx,
    )
  const column = (place: 0 | 1 | 2) => int8s(orders.map((one) => one[place]))
  await sql`
    insert into placed_order
    select 1, 100, 92, 0, accepted, accepted + duration, 1, id, id, id, place, 0, 92, 500000, 40000, 3, 2, 1, 1, 1, 115, 0,
      sha256('')
    from unnest(${column(0)}::bigint[], ${column(1)}::bigint[], ${uuids(orders.map(([atMs, , , beforeMs = 0], i) => idAt(atMs - beforeMs, i)))}::uuid[])
      with ordinality as given (accepted, duration, id, place)`.execute(tx)
  await sql`
    insert into settled_order select 1, due_at_ms, due_at_ms + late, 1, 1, id, ticket_index, 4
    from placed_order, unnest(${column(2)}::bigint[]) with ordinality as given (late, place) where place = ticket_index`.execute(
    tx,
  )
  // As the settler does.
  await sql`delete from due_batch`.execute(tx)
}

const idAt = (atMs: number, place: number) =>
  `${leastTimeId(atMs).slice(0, 24)}${String(place).padStart(12, '0')}`

/** Number of rows of orders, and of their results, that the work has read. */
async function rowsRead(tx: Tx, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await sql<{ read: bigint }>`
      select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables
      where relname in ('placed_order', 'settled_order')`.execute(tx)
    return Number(rows[0]?.read ?? 0n)
  }
  const before = await read()
  await work()
  return (await read()) - before
}

test('a result since noon counts the orders settled since then, including late ones, and reads no older ones', async () => {
  await transact(own.database.db, async (tx) => {
    const read = await rowsRead(tx, async () => {
      expect(await netsBetween(tx, OWNER, [NOON])).toEqual(new Map([[1, [6n]]]))
    })
    expect(read).toBeLessThanOrEqual(20)
    const since = await rowsRead(tx, async () => {
      expect((await refsSince(tx, OWNER, 1, NOON)).refs).toHaveLength(6)
    })
    expect(since).toBeLessThanOrEqual(20)
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
