import { DAY_MS } from '@tickmark/core/days'
import { heldTable, openingHoldings } from '@tickmark/core/arbitrage/holdings'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '@tickmark/server/platform/clock'
import type { Database } from '@tickmark/server/db/pool'
import { closeNextDay } from '@tickmark/server/hosting/closing/closeDay'
import { idleProgramme } from '@tickmark/server/hosting/idleProgramme.testing'
import type { ProgrammePort } from '@tickmark/server/hosting/ports'
import { mustBalance } from './support/books.ts'
import { costOf, type Cost } from './support/cost.ts'
import { median } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures the close of a day with 100,000 hosting orders: the database's time for the shares alone, and in full, with payouts,
// lines, their root, postings and the check at the commit. usage: node bench/sharing.ts [days]

const DAYS = argument(1, 5, 2)
const ORDERS = size(100_000, 200)
const USERS = size(50_000, 100)
const FIRST_DAY = 20_000
/** Root of no lines. */
const EMPTY = Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex')

const server = await startServer()
try {
  const database = await server.books('books')
  await host(database)
  const passes: { share: number; close: number; cost: Cost; bare: number }[] = []
  for (let i = 0; i <= DAYS; i++) {
    const day = FIRST_DAY + 1 + i
    const profit = i % 2 === 0 ? 1_000_00000000n : 2_000_00000000n
    await earn(database, profit)
    const clock: Clock = { nowMs: () => (day + 1) * DAY_MS, at: () => () => {} }
    const share = await timed(() =>
      sql`select count(*), sum(amount) from hosting_shares(${day}::int, ${profit / 2n}::bigint)`.execute(
        database.db,
      ),
    )
    const { measured: close, cost } = await costOf(database, async () => {
      const measured = await timed(async () => {
        const closing = await closeNextDay({ db: database.db, clock, programme: earning(profit) })
        const expected = i === 0 ? 0 : ORDERS
        if (closing?.day !== day || closing.paid.length !== expected)
          throw new Error(`${closing?.paid.length} orders were paid on day ${closing?.day}`)
      })
      return { measured, orders: 1 }
    })
    const bare = await timed(() => insertBare(database))
    if (i > 0) passes.push({ share, close, cost, bare }) // no order shares in the first day
    if (i > 0) console.log(`day ${i}:`, passes.at(-1))
  }
  const line = (name: string, value: number, wanted: string) =>
    console.log(`${name.padEnd(64)} ${value.toFixed(0).padStart(8)}   ${wanted}`)
  console.log(`\nmedians of ${DAYS} days; ${ORDERS} orders of ${USERS} users in both books`)
  line('the shares of all orders (ms)', median(passes.map((one) => one.share)), '<= 2,000')
  line('the whole close, committed (ms)', median(passes.map((one) => one.close)), '<= 2,000')
  line('of it CPU of PostgreSQL (ms)', median(passes.map(({ cost }) => cost.databaseUs)) / 1_000, '')
  line('of it CPU of Node (ms)', median(passes.map(({ cost }) => cost.nodeUs)) / 1_000, '')
  line('WAL that it writes (MB)', median(passes.map(({ cost }) => cost.walBytes)) / 1_000_000, '')
  line('as many rows into a plain table with a key (ms)', median(passes.map((one) => one.bare)), '')
  await mustBalance(database)
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

/** Users with orders that share from the day after the next on. */
async function host(database: Database): Promise<void> {
  const { db } = database
  const placedMs = (FIRST_DAY + 1) * DAY_MS + 1_000
  await sql`with paid as (
      insert into hosting_payday (day, pool, at_ms) values (${FIRST_DAY}::int, 0, ${(FIRST_DAY + 1) * DAY_MS}::bigint))
    insert into hosting_day (day, carried_before, last_before, last, hosted_before, hosted_last, profit, earned,
      carried, pool, trades, payouts, real_count, real_hosted, real_paid, simulated_count, simulated_hosted, simulated_paid, held,
      closed_at_ms)
    values (${FIRST_DAY}::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${EMPTY}, ${EMPTY}, 0, 0, 0, 0, 0, 0, ${JSON.stringify(heldTable(openingHoldings()))},
      ${(FIRST_DAY + 1) * DAY_MS}::bigint)`.execute(db)
  await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
    select '0x' || lpad(to_hex(n), 40, '0'), 1, false, upper(lpad(to_hex(n), 8, '0')), 'english', 0
    from generate_series(1, ${USERS}::int) as n`.execute(db)
  const [first, last] = [FIRST_DAY + 2, FIRST_DAY + 31].map(dayName)
  await sql`with placed as (
      insert into hosting_order (id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal,
        placed_at_ms, shares_from_ms, expires_at_ms)
      select gen_random_uuid(), n + 1, 1 + n % ${USERS}::int, (n / ${USERS}::int) % 2, 2, 1, 30, 400, 10000,
        (500 + n % 1000) * 100000000::bigint, ${placedMs}::bigint, ${(FIRST_DAY + 2) * DAY_MS}::bigint,
        ${(FIRST_DAY + 32) * DAY_MS}::bigint
      from generate_series(0, ${ORDERS}::int - 1) as n returning *)
    insert into hosting_statement (number, kind, order_id, at_ms, text, signature)
    select number, 0, id, placed_at_ms, format(
      '{"at":%s,"book":"%s","consent":"","days":30,"exitFeePpm":10000,"first":"%s","kind":"hosting","last":"%s","mid":2,' ||
      '"number":%s,"order":"%s","principal":"%s","upperPpm":400,"v":1,"version":1}', placed_at_ms,
      case book when 0 then 'real' else 'simulated' end, ${first}::text, ${last}::text, number, id, principal),
      decode(repeat('00', 64), 'hex') from placed order by number`.execute(db)
  // Real money comes by a deposit, of each user's in one sum.
  await sql`insert into deposit_address (user_id, coin_type, index, address, created_at_ms)
    select id, 60, id, address, 0 from users`.execute(db)
  await sql`with paid as (
      insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, posted, state, block, block_hash, seen_at_ms, credited_at_ms)
      select gen_random_uuid(), 1, user_id::text, 0, user_id, address, 1, sum, sum, sum, 1, 1, '', ${placedMs}::bigint, ${placedMs}::bigint
      from (select user_id, sum(principal)::bigint as sum from hosting_order where book = 0 group by 1) as one join deposit_address using (user_id)
      returning user_id, posted, id)
    insert into transfer select 16, user_id * 1024 + 17, posted, ${placedMs}::bigint, id, 6, 0 from paid`.execute(
    db,
  )
  await sql`insert into transfer select 528, user_id * 1024 + 529, principal, ${placedMs}::bigint,
      gen_random_uuid(), 3, 0 from hosting_order where book = 1`.execute(db)
  await sql`insert into transfer select user_id * 1024 + book * 512 + 17, user_id * 1024 + book * 512 + 30, principal,
      ${placedMs}::bigint, id, 17, 0 from hosting_order`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Credits the first venue with a day's profit: by funding, because fills without orders would be an audit finding. */
async function earn(database: Database, profit: bigint): Promise<void> {
  await sql`insert into transfer values (16, 24, ${profit}::bigint, 0, ${randomUUID()}, 5, 0)`.execute(
    database.db,
  )
}

function earning(profit: bigint): ProgrammePort {
  return {
    ...idleProgramme,
    tradesToShare: (_, after) => Promise.resolve({ first: after + 1, last: after, profit, lines: [] }),
  }
}

async function insertBare(database: Database): Promise<void> {
  await sql`create table if not exists bare (id uuid, day int, amount bigint, primary key (id, day))`.execute(
    database.db,
  )
  await sql`truncate bare`.execute(database.db)
  await sql`insert into bare select id, 1, principal from hosting_order`.execute(database.db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
