import { anyRequest, fill, mustBalance, openPlacing } from './support/books.ts'
import { type Cost, costOf, costText } from './support/cost.ts'
import { placeDue, settleAll } from './support/dueOrders.ts'
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
  await settleAll(database, await placeDue(database, USERS, DUE), DUE) // warm up

  const passes: { alone: number; cost: Cost; busy: number; p50: number; p99: number }[] = []
  for (let i = 0; i < PASSES; i++) {
    const earlierMs = await placeDue(database, USERS, DUE)
    const { measured: alone, cost } = await costOf(database, async () => {
      return { orders: DUE, measured: await settleAll(database, earlierMs, DUE) }
    })
    const dueMs = await placeDue(database, USERS, DUE)
    const placed = openLoop(PER_SECOND, SECONDS, () => placing.place(anyRequest(USERS)))
    await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / 2))
    const busy = await settleAll(database, dueMs, DUE)
    const latencies = await placed
    passes.push({ alone, cost, busy, p50: median(latencies), p99: quantile(latencies, 0.99) })
    console.log(`pass ${i + 1}:`, passes.at(-1))
  }

  const line = (name: string, value: number, wanted: string) =>
    console.log(`${name.padEnd(64)} ${value.toFixed(1).padStart(8)}   ${wanted}`)
  console.log(
    `\nmedians of ${PASSES} passes; ${DUE} orders due in one second, settled with their receipts signed`,
  )
  line('all committed (ms)', median(passes.map((one) => one.alone)), '<= 150')
  line(
    `all committed, at ${PER_SECOND} new orders a second (ms)`,
    median(passes.map((one) => one.busy)),
    '<= 200, receipts 1,000',
  )
  line(`placing meanwhile, ${SECONDS} s around it: p50 (ms)`, median(passes.map((one) => one.p50)), '')
  line(`placing meanwhile, ${SECONDS} s around it: p99 (ms)`, median(passes.map((one) => one.p99)), '<= 30')
  console.log(`alone, ${costText(passes.map((one) => one.cost))}`)
  await mustBalance(database)
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}
