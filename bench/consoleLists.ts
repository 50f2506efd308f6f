import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { listUsers, type UserQuery } from '@tickmark/server/accounts/userListStore'
import type { Database } from '@tickmark/server/db/pool'
import { LIMIT_MARKS } from '@tickmark/server/limits/store'
import { countOpen, openSums, placedBySecond } from '@tickmark/server/orders/console/exposureStore'
import { type OrderQuery, listAllOrders, ordersByNumber } from '@tickmark/server/orders/console/listStore'
import { voidOrders } from '@tickmark/server/orders/console/outageStore'
import { DUE_WITHIN_MS } from '@tickmark/wire/routes/operators/orders'
import { median } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures operators' waiting times: lists of users and orders by each filter, and the parts of the overview. usage: node
// bench/consoleLists.ts [passes]

const PASSES = argument(1, 7, 2)
const USERS = size(100_000, 200)
const ORDERS = size(1_000_000, 1_000)
/** Orders are spread evenly over the days before this moment; the newest are open. */
const NOW_MS = 1_790_000_000_000
const SPAN_MS = 30 * 86_400_000
const OPEN = size(5_000, 50)
const WANTED_MS = 300

const server = await startServer()
try {
  const database = await server.books('books')
  await fill(database)
  const { db } = database
  const users = (query: Partial<UserQuery>) => () =>
    listUsers(db, { sort: 'newest', after: null, limit: 200, ...query }, LIMIT_MARKS, NOW_MS)
  const orders = (query: Partial<OrderQuery>) => () => listAllOrders(db, { limit: 200, ...query })
  const half = NOW_MS - SPAN_MS / 2
  const before = await sql<{ id: string }>`
    select id from orders order by id offset ${Math.floor(ORDERS / 2)} limit 1`.execute(db)
  const digits = before.rows[0]?.id.slice(-12) ?? ''
  const asked: [name: string, ask: () => Promise<unknown>][] = [
    ['one row by its key, the yardstick', () => sql`select * from users where id = 1`.execute(db)],
    ['users, newest first', users({})],
    ['users, by address', users({ sort: 'address' })],
    ['users, page 250 by address', users({ sort: 'address', after: Math.floor(USERS / 2) })],
    ['users whose address begins with 0x0000', users({ search: '0x0000' })],
    ['users with an invite code', users({ search: '0000002A' })],
    ['users of a practice wallet', users({ practice: true })],
    ['users who joined first', users({ toMs: NOW_MS - SPAN_MS + SPAN_MS / 1_000 })],
    ['users with limits of their own', users({ mark: 'limited' })],
    ['users in a break', users({ mark: 'paused' })],
    ['orders, newest first', orders({})],
    ['orders, in the middle', orders({ before: before.rows[0]?.id })],
    ['open orders', orders({ state: 'open' })],
    ['open orders of one coin', orders({ state: 'open', pid: 3 })],
    ['orders without a result', orders({ outcome: 'void' })],
    ['orders of one coin', orders({ pid: 7 })],
    ['orders of a coin that nobody ordered', orders({ pid: 99 })],
    ['orders of one user', orders({ userId: 7 })],
    ['orders of the user with most', orders({ userId: 1 })],
    ['orders of a second', orders({ fromMs: half, toMs: half + 1_000 })],
    ['open orders by coin and due time', () => openSums(db, NOW_MS, DUE_WITHIN_MS)],
    ['number of open orders', () => countOpen(db)],
    ['orders of the last minute', () => placedBySecond(db, NOW_MS / 1_000 - 60, 5_000)],
    ['outages', () => voidOrders(db, NOW_MS - SPAN_MS)],
    ['an order by the number that people read out', () => ordersByNumber(db, digits)],
    ['a number that no order has', () => ordersByNumber(db, '0123456789ab')],
  ]
  console.log(`medians of ${PASSES} passes; ${USERS} users, ${ORDERS} orders; wanted: <= ${WANTED_MS} ms`)
  const took = new Map<string, number[]>(asked.map(([name]) => [name, []]))
  for (let i = 0; i <= PASSES; i++) {
    for (const [name, ask] of asked) {
      const ms = await timed(ask)
      if (i > 0) took.get(name)?.push(ms) // the first pass warms up
    }
  }
  const yardstick = median(took.get(asked[0]?.[0] ?? '') ?? [])
  for (const [name, times] of took) {
    const ms = median(times)
    const ratio = `${(ms / yardstick).toFixed(0)} x`
    console.log(
      `${name.padEnd(48)} ${ms.toFixed(1).padStart(8)} ms ${ratio.padStart(8)}   most ${Math.max(...times).toFixed(1)} ms`,
    )
  }
} finally {
  await server.stop()
}

/** Adds users and a month of orders, the newest of them open; every tenth user has a limit, every hundredth a break. */
async function fill({ db }: Database): Promise<void> {
  await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
    select '0x' || lpad(to_hex((n * 2654435761) % 4294967296), 8, '0') || lpad(to_hex(n), 32, '0'), 1, n % 9 = 0,
      upper(lpad(to_hex(n), 8, '0')), 'english', ${NOW_MS - SPAN_MS}::bigint + n * ${Math.floor(SPAN_MS / USERS)}::bigint
    from generate_series(1, ${USERS}::int) as n`.execute(db)
  await sql`insert into limited_user select id, 0 from users where id % 10 = 0`.execute(db)
  await sql`insert into user_break select id, ${NOW_MS + 86_400_000}::bigint, 0, 0 from users where id % 100 = 0`.execute(
    db,
  )
  // The lists read no balances, and nobody here has money.
  for (const [table, books] of [
    ['placed_order', 'order_is_placed'],
    ['settled_order', 'order_is_settled'],
  ] as const)
    await sql`alter table ${sql.ref(table)} disable trigger ${sql.ref(books)}`.execute(db)
  for (let from = 0; from < ORDERS; from += 50_000) await place({ db }, from, Math.min(ORDERS, from + 50_000))
  await sql`insert into due_batch
    select due_at_ms, 1, 0, array_agg(id) from orders where outcome is null group by due_at_ms`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Places orders `from` to `to` and ends them unless they are among the newest; every thousandth has no result. */
async function place({ db }: Pick<Database, 'db'>, from: number, to: number): Promise<void> {
  const step = SPAN_MS / ORDERS
  await sql`insert into placed_order (user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch, id, key, fingerprint, ticket_index,
      barrier_ppm, rate_pct, chance_ppm, margin_ppm, model_seq, rules_seq, book, currency, pid, duration_id, direction, ticket)
    select case when n % 20 = 0 then 1 else 1 + (n * 7919) % ${USERS}::bigint end, 100000000, 92000000, 0, at, at + 60000, 1,
      (lpad(to_hex(at), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      gen_random_uuid(), ${randomUUID()}::uuid, 0, 0, 92, 500000, 40000, 3, 2, n % 2, 1, 1 + n % 16, 110, n % 2,
      decode(md5(n::text) || md5(n::text), 'hex')
    from (select n, (${NOW_MS - SPAN_MS}::bigint + floor(n * ${step}::float8)::bigint) as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) as n) as one`.execute(db)
  const last = leastOpen(step)
  await sql`insert into settled_order
    select user_id, due_at_ms, due_at_ms, 1, 0, id, 0, case when accepted_at_ms % 1000 = 1 then 4 else 1 + ticket_index end, null,
      5, 1, 1, 6, 1, 1
    from orders where outcome is null and accepted_at_ms < ${last}::bigint`.execute(db)
}

/** When the first of the orders that stay open was placed. */
function leastOpen(step: number): number {
  return Math.floor(NOW_MS - OPEN * step)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
