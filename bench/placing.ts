import type { Database } from '@tickmark/server/db/pool'
import type { Placing } from '@tickmark/server/orders/placing/placingQueue'
import { sql } from 'kysely'
import { anyRequest, fill, mustBalance, openPlacing } from './support/books.ts'
import { type Cost, costOf, costText } from './support/cost.ts'
import { placeDue, settleAll } from './support/dueOrders.ts'
import { closedLoop, median, openLoop, quantile } from './support/load.ts'
import { createNaive } from './support/naive.ts'
import { preparePgbench } from './support/pgbench.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Compares placing orders through the batched writer, with one transaction per order, and pgbench, alternating on one server.
// usage: node bench/placing.ts [seconds a run] [passes]

const SECONDS = argument(1, 3, 0.2)
const PASSES = argument(2, 3, 1)
const USERS = size(10_000, 500)
const MANY_USERS = size(1_000_000, 1_000)
/** Orders that are settled and vacuumed before each run among settled ones. */
const SETTLED = size(10_000, 50)
/** Concurrent clients: two full batches. */
const CLIENTS = size(2_048, 64)

interface Pass {
  naive: number
  pgbench: number
  most: Measured
  refusing: Measured
  many: Measured
  /** Where other orders were settled, and their table vacuumed: places that they freed are taken first. */
  settled: Measured
  /** One order after the other. */
  single: Measured
  p50: number
  p99: number
  rate: number
}

interface Measured {
  /** Orders a second. */
  rate: number
  cost: Cost
}

/** The runs whose costs are reported. */
const KINDS: readonly (readonly [string, (pass: Pass) => Measured])[] = [
  ['full batches', (pass) => pass.most],
  ['with 0.5 % refusals', (pass) => pass.refusing],
  ['with 1,000,000 users', (pass) => pass.many],
  ['among settled ones', (pass) => pass.settled],
  ['one after the other', (pass) => pass.single],
]

/** What is reported of the passes: its name, the figure of a pass, the demand, and the digits after the point. */
const ROWS: readonly (readonly [string, (pass: Pass) => number, string, number])[] = [
  ['naive, one transaction an order (orders/s)', (one) => one.naive, '', 0],
  ['pgbench simple-update (transactions/s)', (one) => one.pgbench, '', 0],
  ['batched writer (orders/s)', (one) => one.most.rate, '', 0],
  ['batched / naive', (one) => one.most.rate / one.naive, '>= 50', 1],
  ['batched / pgbench', (one) => one.most.rate / one.pgbench, '>= 8', 1],
  ['with 0.5 % refusals / without', (one) => one.refusing.rate / one.most.rate, '>= 0.8', 2],
  ['with 1,000,000 users / with 10,000', (one) => one.many.rate / one.most.rate, '>= 0.7', 2],
  ['among settled orders / without', (one) => one.settled.rate / one.most.rate, '>= 0.9', 2],
  ['rate of the latency run (orders/s)', (one) => one.rate, 'half of the most', 0],
  ['p50 (ms)', (one) => one.p50, '<= 2.5', 1],
  ['p99 (ms)', (one) => one.p99, '<= 20', 1],
  ['one after the other (orders/s)', (one) => one.single.rate, '', 0],
]

const server = await startServer()
const small = await server.books('small')
const big = await server.books('big')
const worn = await server.books('worn')
const placings = new Map([small, big, worn].map((database) => [database, openPlacing(database)]))
try {
  const naive = await createNaive(await server.plain('naive'), USERS)
  const pgbench = preparePgbench(await server.plain('pgbench'))
  await fill(small, USERS)
  await fill(big, MANY_USERS)
  await fill(worn, USERS)
  await most({ seconds: size(1, 0.2) }) // warm up
  await most({ of: big, users: MANY_USERS, seconds: size(1, 0.2) })

  const passes: Pass[] = []
  for (let i = 0; i < PASSES; i++) {
    const pass: Partial<Pass> = {}
    await rest(small)
    pass.naive = await best((clients) => closedLoop(clients, SECONDS, () => naive.place()))
    await rest(small)
    pass.pgbench = pgbench ? await best((clients) => pgbench(clients, SECONDS)) : Number.NaN
    await rest(small)
    pass.most = await most({})
    await rest(small)
    pass.refusing = await most({ poor: 0.005 })
    await rest(small)
    pass.many = await most({ of: big, users: MANY_USERS })
    await settleAll(worn, await placeDue(worn, USERS, SETTLED), SETTLED)
    await sql`vacuum`.execute(worn.db)
    await rest(worn)
    pass.settled = await most({ of: worn })
    await rest(small)
    pass.single = await most({ clients: 1 })
    pass.rate = pass.most.rate / 2
    const latencies = await openLoop(pass.rate, SECONDS, () => into(small).place(anyRequest(USERS)))
    pass.p50 = median(latencies)
    pass.p99 = quantile(latencies, 0.99)
    passes.push(pass as Pass)
    console.log(`pass ${i + 1}:`, rounded(pass as Pass))
  }
  report(passes)
  await naive.close()
  for (const database of [small, big, worn]) await mustBalance(database)
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

function into(database: Database): Placing {
  const placing = placings.get(database)
  if (!placing) throw new Error('each database has its writer')
  return placing
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
 * Orders a second with two full batches of clients waiting, unless told otherwise. The share `poor` of the orders comes
 * from users without money.
 */
async function most(given: {
  of?: Database
  users?: number
  seconds?: number
  clients?: number
  poor?: number
}): Promise<Measured> {
  const { of = small, users = USERS, seconds = SECONDS, clients = CLIENTS, poor = 0 } = given
  const placing = into(of)
  const { measured, cost } = await costOf(of, async () => {
    let orders = 0
    const rate = await closedLoop(clients, seconds, async () => {
      const request = anyRequest(users)
      if (Math.random() < poor) request.userId += 2 * MANY_USERS
      const { ok } = await placing.place(request)
      if (ok) orders++
      return ok
    })
    return { orders, measured: rate }
  })
  return { rate: measured, cost }
}

function report(passes: readonly Pass[]): void {
  console.log(`\nmedians of ${passes.length} passes of ${SECONDS} s`)
  for (const [name, pick, wanted, digits] of ROWS)
    console.log(`${name.padEnd(52)} ${median(passes.map(pick)).toFixed(digits).padStart(10)}   ${wanted}`)
  for (const [name, pick] of KINDS) console.log(`${name}, ${costText(passes.map((one) => pick(one).cost))}`)
}

function rounded(pass: Pass): Record<string, number> {
  const figures = Object.entries(pass as unknown as Record<string, number | Measured>)
  return Object.fromEntries(
    figures.map(([name, value]) => {
      const figure = typeof value === 'number' ? value : value.rate
      return [name, Math.round(figure * 10) / 10]
    }),
  )
}
