import { runAudit } from '@tickmark/server/app/audit'
import type { Database } from '@tickmark/server/db/pool'
import { transact } from '@tickmark/server/db/transact'
import type { AuditedPart } from '@tickmark/server/module/auditRule'
import { createEvents } from '@tickmark/server/module/events'
import { collectReceipts, collectTickets } from '@tickmark/server/orders/receipts/signedBatches'
import { createSettling } from '@tickmark/server/orders/settling/settleDue'
import { silentLog } from '@tickmark/server/platform/log'
import { sql } from 'kysely'
import { anyRequest, fill, openPlacing, seqAt, signer, ticksBetween } from './support/books.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures the audit at several history lengths: in full, and from a checkpoint with 10,000 orders after it. usage: node
// bench/auditing.ts [most orders]

const MOST = argument(1, 1_000_000, 400)
const USERS = size(10_000, 50)
/** Orders of one second, which are settled together. */
const AT_ONCE = size(2_000, 20)
/** Orders after the checkpoint: a little more than ten minutes' worth. */
const NEW = size(10_000, 40)
const SECOND_MS = 1_000

const server = await startServer()
try {
  const database = await server.books('books')
  await fill(database, USERS)
  let nowMs = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 90 * 86_400_000
  const clock = { nowMs: () => nowMs, at: () => () => {} }
  const placing = openPlacing(database, clock)
  const events = createEvents(silentLog())
  const { settleDue } = createSettling({ database, clock, signer, ticksBetween, events })

  /** Places and settles `count` orders in lots, with a database checkpoint between lots. */
  const grow = async (count: number) => {
    for (let done = 0; done < count; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => placing.place(anyRequest(USERS))))
      await log(database, nowMs)
      nowMs += 70 * SECOND_MS
      await settleDue(nowMs)
      await log(database, nowMs)
    }
  }

  let history = 0
  for (const goal of [MOST / 10, MOST]) {
    await grow(goal - history)
    await sql`vacuum analyze`.execute(database.db)
    const next: AuditedPart = { atMs: nowMs, logSize: 0, carried: {} }
    const whole = await timed(() => audit(database, null, next))
    nowMs += SECOND_MS
    await grow(NEW)
    history = goal + NEW
    const step = await timed(() => audit(database, next, { atMs: nowMs, logSize: 0, carried: {} }))
    console.log(
      `${goal} orders: whole ${whole.toFixed(0)} ms; since a checkpoint, with ${NEW} orders after it, ${step.toFixed(0)} ms`,
    )
  }
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

/** Audits orders and balances only: the synthetic market has no log for batches and prices. */
async function audit(database: Database, since: AuditedPart | null, next: AuditedPart | null): Promise<void> {
  const found = await runAudit(database, { ticksBetween, since, next })
  const inBooks = found.filter(({ rule }) => rule !== 'entry = batches' && rule !== 'price = rules')
  if (inBooks.length > 0) throw new Error(JSON.stringify(inBooks.slice(0, 5)))
}

async function log(database: Database, atMs: number): Promise<void> {
  await transact(database.db, async (tx) => {
    for (const one of [...(await collectTickets(tx)), ...(await collectReceipts(tx))])
      await one.onLogged?.(tx, seqAt(atMs))
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
