import type { Database } from '@tickmark/server/db/pool'
import { sql } from 'kysely'
import { anyRequest, fill, mustBalance, openPlacing } from './support/books.ts'
import { type Cost, costOf, costText } from './support/cost.ts'
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
/** Concurrent clients: two full batches. */
const CLIENTS = size(2_048, 64)

interface Pass {
  naive: number
  pgbench: number
  most: Measured
  refusing: Measured
  many: Measured
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
  ['one after the other', (pass) => pass.single],
]

const server = await startServer()
const small = await server.books('small')
const big = await server.books('big')
const placing = openPlacing(small)
const placingMany = openPlacing(big)
try {
  const naive = await createNaive(await server.plain('naive'), USERS)
  const pgbench = preparePgbench(await server.plain('pgbench'))
  await fill(small, USERS)
  await fill(big, MANY_USERS)
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
    await rest(small)
    pass.single = await most({ clients: 1 })
    pass.rate = pass.most.rate / 2
    const latencies = await openLoop(pass.rate, SECONDS, () => placing.place(anyRequest(USERS)))
    pass.p50 = median(latencies)
    pass.p99 = quantile(latencies, 0.99)
    passes.push(pass as Pass)
    console.log(`pass ${i + 1}:`, rounded(pass as Pass))
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
  const into = of === small ? placing : placingMany
  const { measured, cost } = await costOf(of, async () => {
    let orders = 0
    const rate = await closedLoop(clients, seconds, async () => {
      const request = anyRequest(users)
      if (Math.random() < poor) request.userId += 2 * MANY_USERS
      const { ok } = await into.place(request)
      if (ok) orders++
      return ok
    })
    return { orders, measured: rate }
  })
  return { rate: measured, cost }
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
    middle((one) => one.most.rate),
    '',
    0,
  )
  line(
    'batched / naive',
    middle((one) => one.most.rate / one.naive),
    '>= 60',
  )
  line(
    'batched / pgbench',
    middle((one) => one.most.rate / one.pgbench),
    '>= 8',
  )
  line(
    'with 0.5 % refusals / without',
    middle((one) => one.refusing.rate / one.most.rate),
    '>= 0.8',
    2,
  )
  line(
    'with 1,000,000 users / with 10,000',
    middle((one) => one.many.rate / one.most.rate),
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
  line(
    'one after the other (orders/s)',
    middle((one) => one.single.rate),
    '',
    0,
  )
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
