import { type Clock, systemClock } from '@tickmark/server/platform/clock'
import type { Database } from '@tickmark/server/db/pool'
import { silentLog } from '@tickmark/server/platform/log'
import { createEvents } from '@tickmark/server/module/events'
import { transact } from '@tickmark/server/db/transact'
import { createSettling } from '@tickmark/server/orders/settling/settleDue'
import { collectReceipts, collectTickets } from '@tickmark/server/orders/receipts/signedBatches'
import { anyRequest, fill, mustBalance, openPlacing, seqAt, signer, ticksBetween } from './support/books.ts'
import { type Cost, costOf, costText } from './support/cost.ts'
import { median, openLoop, quantile } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures settling 10,000 orders that fall due in one second: alone, and while other orders are placed.
// usage: node bench/settling.ts [passes]

const PASSES = argument(1, 3, 1)
const DUE = size(10_000, 50)
const USERS = size(10_000, 100)
const PER_SECOND = size(5_000, 50)
/** How long orders are placed around the settling: short enough that its effect on their latency shows. */
const SECONDS = size(3, 1)

const server = await startServer()
try {
  const database = await server.books('books')
  await fill(database, USERS)
  const placing = openPlacing(database)
  await settle(database, await placeDue(database)) // warm up

  const passes: { alone: number; cost: Cost; busy: number; p50: number; p99: number }[] = []
  for (let i = 0; i < PASSES; i++) {
    const earlierMs = await placeDue(database)
    const { measured: alone, cost } = await costOf(database, async () => {
      return { orders: DUE, measured: await settle(database, earlierMs) }
    })
    const dueMs = await placeDue(database)
    const placed = openLoop(PER_SECOND, SECONDS, () => placing.place(anyRequest(USERS)))
    await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / 2))
    const busy = await settle(database, dueMs)
    const latencies = await placed
    passes.push({ alone, cost, busy, p50: median(latencies), p99: quantile(latencies, 0.99) })
    console.log(`pass ${i + 1}:`, passes.at(-1))
  }

  const line = (name: string, value: number, wanted: string) =>
    console.log(`${name.padEnd(64)} ${value.toFixed(1).padStart(8)}   ${wanted}`)
  console.log(
    `\nmedians of ${PASSES} passes; ${DUE} orders due in one second, settled with their receipts signed`,
  )
  line('all committed (ms)', median(passes.map((one) => one.alone)), '<= 200')
  line(
    `all committed, at ${PER_SECOND} new orders a second (ms)`,
    median(passes.map((one) => one.busy)),
    '<= 200, receipts 1,000',
  )
  line(`placing meanwhile, ${SECONDS} s around it: p50 (ms)`, median(passes.map((one) => one.p50)), '')
  line(`placing meanwhile, ${SECONDS} s around it: p99 (ms)`, median(passes.map((one) => one.p99)), '< 40')
  console.log(`alone, ${costText(passes.map((one) => one.cost))}`)
  await mustBalance(database)
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

/** Places orders accepted within one past second; returns the second in which they fall due. */
async function placeDue(database: Database): Promise<number> {
  const acceptedAtMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  let nowMs = acceptedAtMs
  const clock: Clock = { nowMs: () => nowMs, at: () => () => {} }
  const placing = openPlacing(database, clock)
  for (let i = 0; i < 10; i++) {
    nowMs = acceptedAtMs - 400 + i * 90
    await Promise.all(Array.from({ length: DUE / 10 }, () => placing.place(anyRequest(USERS))))
  }
  await transact(database.db, async (tx) => {
    for (const one of [...(await collectTickets(tx)), ...(await collectReceipts(tx))]) {
      await one.onLogged?.(tx, seqAt(acceptedAtMs))
    }
  })
  return acceptedAtMs + 61_000
}

/** Milliseconds until every order due at that moment is committed. */
async function settle(database: Database, dueMs: number): Promise<number> {
  const { settleDue } = createSettling({
    database,
    clock: systemClock(),
    signer,
    ticksBetween,
    events: createEvents(silentLog()),
  })
  const startedAt = performance.now()
  const count = await settleDue(dueMs)
  const took = performance.now() - startedAt
  if (count !== DUE) throw new Error(`${count} orders were settled`)
  return took
}
