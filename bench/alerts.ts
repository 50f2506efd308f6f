import { entryBody } from '@tickmark/core/log/log'
import { PRODUCTS } from '@tickmark/core/market/products'
import { languagesOf } from '@tickmark/server/accounts/userStore'
import { createWatching } from '@tickmark/server/alerts/watchTicks'
import { systemClock } from '@tickmark/server/platform/clock'
import type { Database } from '@tickmark/server/db/pool'
import { transact } from '@tickmark/server/db/transact'
import { alertMessages } from '@tickmark/server/alerts/module'
import { silentLog } from '@tickmark/server/platform/log'
import { createEvents } from '@tickmark/server/module/events'
import { insertEntries } from '@tickmark/server/market/store'
import { createNotify } from '@tickmark/server/messages/notify'
import { sql } from 'kysely'
import { median, quantile } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument } from './support/size.ts'

// Compares a tick while alerts wait with a bare select on the same connections.
// usage: node bench/alerts.ts [waiting] [ticks]

const WAITING = argument(1, 10_000, 320)
const TICKS = argument(2, 200, 8)
const USERS = 200
/** Prices of the measured ticks; the waiting alerts' levels lie above. */
const CALM = 1_000_000n
const LEVELS = 2_000_000n

const server = await startServer()
try {
  const database = await server.books('alerts')
  await addUsers(database)
  const clock = systemClock()
  const log = silentLog()
  const events = createEvents(log)
  const live = { publish: () => {}, hasOpenPage: () => false }
  const notify = createNotify({ database, clock, log, languagesOf, events, live }, () => {})
  const news = alertMessages.alerts_fired
  if (news) events.inTransaction('alerts_fired', (tx, event) => notify(tx, news(event)))
  const look = createWatching({
    database,
    market: { acceptsOrders: () => true, feed: () => 'LIVE' as const },
    events,
  })
  let head = { seq: 0, at: 1_000 }

  const tick = async (price: bigint): Promise<number> => {
    head = { seq: head.seq + 1, at: head.at + 1_000 }
    const prices = Object.fromEntries(PRODUCTS.map((one) => [one.pid, String(price)]))
    const body = entryBody({ kind: 'tick', ...head, prices })
    const row = { ...head, kind: 'tick', body, leaf: new Uint8Array(32) }
    await transact(database.db, (tx) => insertEntries(tx, [row]))
    return timed(() => look(head))
  }
  const ticks = async (count: number, price: (i: number) => bigint) => {
    const times: number[] = []
    for (let i = 0; i < count; i++) times.push(await tick(price(i)))
    return times
  }
  const bare = () => timed(() => sql`select seq from alert_cursor`.execute(database.batch))
  const write = () =>
    timed(() => transact(database.batch, (tx) => sql`update alert_cursor set seq = seq + 1`.execute(tx)))
  const calm = (i: number) => CALM + BigInt(i % 7)

  await ticks(20, calm) // warm up
  const none = await ticks(TICKS, calm)
  await addAlerts(database, WAITING, head.seq)
  await ticks(20, calm)
  const waiting = await ticks(TICKS, calm)
  // The levels of a product lie one unit apart: each further unit of price reaches one more alert of the product.
  const reached = await ticks(TICKS / 4, (i) => LEVELS + BigInt(i))
  const burst = await tick(LEVELS * 100n)
  const left = await sql<{ count: bigint }>`select count(*) from price_alert where fired_seq is null`.execute(
    database.db,
  )
  if (left.rows[0]?.count !== 0n) throw new Error('not every alert fired')
  const selects: number[] = []
  const writes: number[] = []
  for (let i = 0; i < TICKS; i++) {
    selects.push(await bare())
    writes.push(await write())
  }

  const yardstick = median(selects)
  const line = (name: string, times: readonly number[]) => {
    const ratio = (median(times) / yardstick).toFixed(1)
    const figures = `${median(times).toFixed(2).padStart(8)} ${quantile(times, 0.99).toFixed(2).padStart(8)}`
    console.log(`${name.padEnd(56)} ${figures} ${ratio.padStart(8)}`)
  }
  console.log(`${TICKS} ticks of ${PRODUCTS.length} products        ms: median      p99    x bare select`)
  line('a bare select', selects)
  line('a transaction that writes one row', writes)
  line('a tick while no alert waits', none)
  line(`a tick while ${WAITING} wait, none reached`, waiting)
  line(`a tick that reaches ${PRODUCTS.length} of them, messages included`, reached)
  line(`the tick that reaches all the others (${WAITING - (TICKS / 4) * PRODUCTS.length})`, [burst])
} finally {
  await server.stop()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function addUsers({ db }: Database): Promise<void> {
  await sql`
    insert into users (address, wallet_type, practice, invite_code, language, created_at)
    select '0x' || lpad(to_hex(i), 40, '0'), 1, false, lpad(i::text, 8, '0'), 'english', 0
    from generate_series(1, ${USERS}::int) as i`.execute(db)
}

/** Alerts above the price, spread evenly over users and products. Most levels are far away. */
async function addAlerts({ db }: Database, count: number, seq: number): Promise<void> {
  await sql`
    insert into price_alert (id, user_id, pid, kind, value, level, side, set_at_ms, set_seq)
    select gen_random_uuid(), 1 + i % ${USERS}::int, 1 + i % ${PRODUCTS.length}::int, 'price', '1',
      ${LEVELS}::bigint + i / ${PRODUCTS.length}::int, 0, 0, ${seq}::bigint
    from generate_series(0, ${count - 1}::int) as i`.execute(db)
  await sql`vacuum analyze price_alert`.execute(db)
}
