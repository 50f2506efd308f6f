import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { leastTimeId } from '../db/timeId.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { limitUser } from './store.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await transact(own.database.db, async (tx) => {
    for (const one of ORDERS) await insert(tx, one)
  })
})
afterAll(() => own.close())

const HOUR_MS = 3_600_000
/** The hour in which the user sets his first limit. */
const NOW = 500_004
/** The first hour that limits may then read. */
const FIRST = NOW - 168
/** The first hour that is counted: `order_hours` is asked from it on. */
const FROM = NOW - 192
const at = (hour: number) => hour * HOUR_MS

interface Placed {
  user?: number
  book?: 0 | 1
  /** Time of its id, ms since 1970; when it was accepted, if later; and settled, null while it is open. */
  signedMs: number
  acceptedMs?: number
  settledMs: number | null
  net?: number
}

const ORDERS: Placed[] = [
  { signedMs: at(NOW) + 5, settledMs: null },
  { signedMs: at(NOW) - HOUR_MS, settledMs: at(NOW), net: 90 },
  { signedMs: at(NOW) - HOUR_MS, settledMs: at(NOW) - 1, net: -100 },
  { signedMs: at(FIRST), settledMs: at(FIRST), net: -100 },
  { signedMs: at(FIRST) - 1, settledMs: at(FIRST), net: 90 },
  { signedMs: at(FROM), settledMs: at(FROM), net: 90 },
  { signedMs: at(FROM) - 1, settledMs: at(FROM) - 1, net: 90 },
  // Signed before the hour, and accepted in it.
  { signedMs: at(FROM) - 5_000, acceptedMs: at(FROM), settledMs: null },
  { signedMs: at(FROM) - 5_000, acceptedMs: at(FROM) - 1, settledMs: null },
  // Settled after an outage of days.
  { signedMs: at(FROM - 192), settledMs: at(FROM), net: -100 },
  { signedMs: at(NOW) - 86_400_000, settledMs: at(NOW), net: 90 },
  { book: 1, signedMs: at(NOW), settledMs: at(NOW), net: 90 },
  { user: 2, signedMs: at(NOW), settledMs: at(NOW), net: 90 },
]

/** Stakes 100 of 1,000,000 of its owner's, against a profit of 92. */
async function insert(tx: Tx, order: Placed): Promise<void> {
  const { user = 1, book = 0, signedMs, acceptedMs = signedMs, settledMs, net = 0 } = order
  const place = ORDERS.indexOf(order)
  const base = book * 512 + 16
  const [cause, funding] = book === 0 ? [6, 5] : [3, 5]
  await sql`insert into transfer values (${base}, ${user * 1024 + base + 1}, 1000, 0, gen_random_uuid(), ${cause}, 0),
    (${base}, ${base + 3}, 1000, 0, gen_random_uuid(), ${funding}, 0)`.execute(tx)
  const id = `${leastTimeId(signedMs).slice(0, 24)}${String(place).padStart(12, '0')}`
  await sql`
    insert into placed_order (user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch, id, key, fingerprint, ticket_index,
      barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book, currency, pid, duration_id, direction, ticket)
    values (${user}, 100, 92, 0, ${acceptedMs}, ${acceptedMs + 60_000}, 1, ${id}, ${id}, ${id}, ${place}, 0, 92, 500000, 40000, 3, 2,
      ${book}, 1, 1, 115, 0, sha256(''))`.execute(tx)
  if (settledMs === null) return
  await sql`insert into settled_order (user_id, due_at_ms, settled_at_ms, receipt_batch, net, id, receipt_index, outcome)
    values (${user}, ${acceptedMs + 60_000}, ${settledMs}, 1, ${net}, ${id}, ${place}, 4)`.execute(tx)
}

/** By hour: won, lost, staked. */
const HOURS = new Map<number, [won: bigint, lost: bigint, stake: bigint]>([
  [FROM, [90n, 100n, 200n]],
  [FIRST - 1, [0n, 0n, 100n]],
  [FIRST, [90n, 100n, 100n]],
  [NOW - 1, [0n, 100n, 200n]],
  [NOW - 24, [0n, 0n, 100n]],
  [NOW, [180n, 0n, 100n]],
])

interface Row {
  hour: number
  won: bigint
  lost: bigint
  stake: bigint
}
const asMap = (rows: readonly Row[]) =>
  new Map(rows.map(({ hour, won, lost, stake }) => [hour, [won, lost, stake]]))

test('the hours of a user have each of his real orders where it was accepted and where it ended', async () => {
  for (const from of [FROM, FIRST, NOW, NOW + 1]) {
    const { rows } = await sql<Row>`select * from order_hours(1, ${from})`.execute(own.database.db)
    expect(asMap(rows)).toEqual(new Map([...HOURS].filter(([hour]) => hour >= from)))
  }
  for (const before of [FROM, FIRST, NOW, NOW + 1]) {
    const { rows } = await sql<Row>`select * from order_hours(1, ${FROM}, ${before})`.execute(own.database.db)
    expect(asMap(rows)).toEqual(new Map([...HOURS].filter(([hour]) => hour < before)))
  }
})

test('orders are placed while the history of a user who sets his first limit is summed', async () => {
  const { db } = own.database
  const areBooksFree = async () => {
    const { rows } = await sql<{ free: boolean }>`
      select bool_and(pg_try_advisory_xact_lock_shared(7310010, book)) as free from (values (0), (1)) as books (book)`.execute(
      db,
    )
    return rows[0]?.free
  }
  const waits = async () => {
    const { rows } = await sql`select from pg_locks join pg_database d on d.oid = database
      where d.datname = current_database() and relation = 'placed_order'::regclass and not granted`.execute(
      db,
    )
    return rows.length > 0
  }
  let limiting: Promise<void> | undefined
  await transact(db, async (tx) => {
    await sql`lock table placed_order in access exclusive mode`.execute(tx)
    limiting = transact(db, (other) => limitUser(other, 2, at(NOW)))
    await vi.waitUntil(waits, { timeout: 60_000 })
    expect(await areBooksFree()).toBe(true)
  })
  await limiting
})

test('a user who sets his first limit gets each hour that the limit reads counted once', async () => {
  const { db } = own.database
  for (const nowMs of [at(NOW), at(NOW) + HOUR_MS - 1]) await transact(db, (tx) => limitUser(tx, 1, nowMs))
  const { rows } = await sql<Row>`select hour, won, lost, stake from result_hour where user_id = 1`.execute(
    db,
  )
  const read = rows.filter(({ hour }) => hour >= FIRST)
  expect(asMap(read)).toEqual(new Map([...HOURS].filter(([hour]) => hour >= FIRST)))
})
