import { createHash } from 'node:crypto'
import { areOwed, type BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { liabilitiesOf, owedAt, sharesOf } from '@tickmark/server/ledger/liabilities/liabilities'
import { nodeCrypto } from '@tickmark/server/platform/crypto'
import { fill } from './support/books.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures what it costs to state what the house owes, to show an owner his shares, and to check them. usage: node
// bench/liabilities.ts [users]

const USERS = argument(1, size(100_000, 300), 100)

/** Milliseconds of this process's CPU and of the clock that some work takes. */
async function costOf<T>(work: () => T | Promise<T>): Promise<[T, string]> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const done = await work()
  const { user, system } = process.cpuUsage(cpu)
  return [
    done,
    `${((user + system) / 1000).toFixed(1)} ms of CPU, ${(performance.now() - began).toFixed(1)} ms`,
  ]
}

const server = await startServer()
try {
  const database = await server.books('books')
  await fill(database, USERS)
  let longestMs = 0
  let last = performance.now()
  const pulse = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  })
  const before = process.memoryUsage().arrayBuffers
  const [owed, stating] = await costOf(() => owedAt(database.db, Date.now()))
  clearInterval(pulse)
  const leaves = owed.trees.reduce((sum, { accounts }) => sum + accounts.length, 0)
  const [, yardstick] = await costOf(() => {
    for (let i = 0; i < leaves * 4; i++) createHash('sha256').update(`leaf ${i}`).digest()
  })
  const user = Math.ceil(USERS / 2)
  const [shares, showing] = await costOf(() => sharesOf(owed, user))
  // `fill` makes accounts without users: an owner is named by his number.
  const file = { account: `user ${user}`, shares } as unknown as BalancesFile
  const entry = { liabilities: liabilitiesOf(owed) } as never
  const [isOwed, checking] = await costOf(() => areOwed(file, entry, nodeCrypto))
  if (!isOwed || shares.length === 0) throw new Error('the shares are not part of what is owed')
  console.log(`users                          ${USERS}, ${leaves} leaves`)
  console.log(`stating what is owed           ${stating}`)
  console.log(`  longest wait of other work   ${longestMs.toFixed(0)} ms`)
  console.log(
    `  kept                         ${((process.memoryUsage().arrayBuffers - before) / 1e6).toFixed(0)} MB`,
  )
  console.log(`${leaves * 4} SHA-256, yardstick    ${yardstick}`)
  console.log(`showing an owner his shares    ${showing}, ${JSON.stringify(shares).length} bytes`)
  console.log(`checking them                  ${checking}`)
} finally {
  await server.stop()
}
