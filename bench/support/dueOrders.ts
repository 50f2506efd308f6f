import { createEvents } from '@tickmark/server/module/events'
import { transact } from '@tickmark/server/db/transact'
import type { Database } from '@tickmark/server/db/pool'
import { createSettling } from '@tickmark/server/orders/settling/settleDue'
import { collectReceipts, collectTickets } from '@tickmark/server/orders/receipts/signedBatches'
import type { Clock } from '@tickmark/server/platform/clock'
import { silentLog } from '@tickmark/server/platform/log'
import { anyRequest, openPlacing, seqAt, signer, ticksBetween } from './books.ts'

/** Places and logs orders of these users, accepted within one past second; returns the second in which they fall due. */
export async function placeDue(database: Database, users: number, count: number): Promise<number> {
  const acceptedAtMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  let nowMs = acceptedAtMs
  const clock: Clock = { nowMs: () => nowMs, at: () => () => {} }
  const placing = openPlacing(database, clock)
  for (let i = 0; i < 10; i++) {
    nowMs = acceptedAtMs - 400 + i * 90
    await Promise.all(Array.from({ length: count / 10 }, () => placing.place(anyRequest(users))))
  }
  await transact(database.db, async (tx) => {
    for (const one of [...(await collectTickets(tx)), ...(await collectReceipts(tx))]) {
      await one.onLogged?.(tx, seqAt(acceptedAtMs))
    }
  })
  return acceptedAtMs + 61_000
}

/** Milliseconds until all orders due at that moment are committed, by a clock that shows the second after it. */
export async function settleAll(database: Database, dueMs: number, count: number): Promise<number> {
  const { settleDue } = createSettling({
    database,
    clock: { nowMs: () => dueMs + 1_000, at: () => () => {} },
    signer,
    ticksBetween,
    events: createEvents(silentLog()),
  })
  const startedAt = performance.now()
  const settled = await settleDue(dueMs)
  const took = performance.now() - startedAt
  if (settled !== count) throw new Error(`${settled} orders were settled`)
  return took
}
