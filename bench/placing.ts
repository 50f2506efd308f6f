import type { Database } from '@tickmark/server/db/pool'
import type { Placing } from '@tickmark/server/orders/placing/placingQueue'
import { sql } from 'kysely'
import { anyRequest, fill, mustBalance, openPlacing } from './support/books.ts'
import { closedLoop, median, openLoop, quantile } from './support/load.ts'
import { createNaive } from './support/naive.ts'
import { preparePgbench } from './support/pgbench.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Compares placing orders with the batched writer, with one transaction an order, and with pgbench, in turns on one
// server.
// usage: node bench/placing.ts [seconds a run] [passes]

const SECONDS = argument(1, 3, 0.2)
const PASSES = argument(2, 3, 1)
const USERS = size(10_000, 500)
const MANY_USERS = size(1_000_000, 1_000)
/** Concurrent clients: two full batches. */
const CLIENTS = size(2_048, 64)

interface Pass {
  naive: number
  pgbench: number
  most: number
  refusing: number
  many: number
  p50: number
  p99: number
  rate: number
}

const server = await startServer()
try {
  const small = await server.books('small')
  const big = await server.books('big')
  const naive = await createNaive(await server.plain('naive'), USERS)
  const pgbench = preparePgbench(await server.plain('pgbench'))
  await fill(small, USERS)
  await fill(big, MANY_USERS)
  const placing = openPlacing(small)
  const placingMany = openPlacing(big)
  await most(placing, USERS, size(1, 0.2)) // warm up
  await most(placingMany, MANY_USERS, size(1, 0.2))

  const passes: Pass[] = []
  for (let i = 0; i < PASSES; i++) {
    const pass: Partial<Pass> = {}
    await rest(small)
    pass.naive = await best((clients) => closedLoop(clients, SECONDS, () => naive.place()))
    await rest(small)
    pass.pgbench = pgbench ? await best((clients) => pgbench(clients, SECONDS)) : Number.NaN
    await rest(small)
    pass.most = await most(placing, USERS, SECONDS)
    await rest(small)
    pass.refusing = await most(placing, USERS, SECONDS, 0.005)
    await rest(small)
    pass.many = await most(placingMany, MANY_USERS, SECONDS)
    pass.rate = pass.most / 2
    const latencies = await openLoop(pass.rate, SECONDS, () => placing.place(anyRequest(USERS)))
    pass.p50 = median(latencies)
    pass.p99 = quantile(latencies, 0.99)
    passes.push(pass as Pass)
    console.log(`pass ${i + 1}:`, round(pass as Pass))
  }
  report(passes)
  await naive.close()
  for (const database of [small, big]) await mustBalance(database)
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

/** Runs a checkpoint, so that no run pays for the dirty pages of the run before it. */
async function rest(database: Database): Promise<void> {
  await sql`checkpoint`.execute(database.db)
}

/** The best rate with 1, 8 and 32 clients. */
async function best(run: (clients: number) => Promise<number>): Promise<number> {
  const results: number[] = []
  for (const clients of [1, 8, 32]) results.push(await run(clients))
  return Math.max(...results)
}

/**
 * Orders a second with two full batches of clients waiting. The share `poor` of the orders comes from users without
 * money.
 */
function most(placing: Placing, users: number, seconds: number, poor = 0): Promise<number> {
  return closedLoop(CLIENTS, seconds, async () => {
    const request = anyRequest(users)
    if (Math.random() < poor) request.userId += 2 * MANY_USERS
    return (await placing.place(request)).ok
  })
}

function report(passes: readonly Pass[]): void {
  const middle = (pick: (pass: Pass) => number) => median(passes.map(pick))
  const line = (name: string, value: number, wanted: string, digits = 1) =>
    console.log(`${name.padEnd(52)} ${value.toFixed(digits).padStart(10)}   ${wanted}`)
  console.log(`\nmedians of ${passes.length} passes of ${SECONDS} s`)
  line(
    'naive, one transaction an order (orders/s)',
    middle((one) => one.naive),
    '',
    0,
  )
  line(
    'pgbench simple-update (transactions/s)',
    middle((one) => one.pgbench),
    '',
    0,
  )
  line(
    'batched writer (orders/s)',
    middle((one) => one.most),
    '',
    0,
  )
  line(
    'batched / naive',
    middle((one) => one.most / one.naive),
    '>= 60',
  )
  line(
    'batched / pgbench',
    middle((one) => one.most / one.pgbench),
    '>= 8',
  )
  line(
    'with 0.5 % refusals / without',
    middle((one) => one.refusing / one.most),
    '>= 0.8',
    2,
  )
  line(
    'with 1,000,000 users / with 10,000',
    middle((one) => one.many / one.most),
    '>= 0.7',
    2,
  )
  line(
    'rate of the latency run (orders/s)',
    middle((one) => one.rate),
    'half of the most',
    0,
  )
  line(
    'p50 (ms)',
    middle((one) => one.p50),
    '<= 2.5',
  )
  line(
    'p99 (ms)',
    middle((one) => one.p99),
    '<= 20',
  )
}

function round(pass: Pass): Record<string, number> {
  return Object.fromEntries(Object.entries(pass).map(([name, value]) => [name, Math.round(value * 10) / 10]))
}
