import type { Database } from '@tickmark/server/db/pool'
import { transact } from '@tickmark/server/db/transact'
import { createEvents } from '@tickmark/server/module/events'
import { collectReceipts, collectTickets } from '@tickmark/server/orders/receipts/signedBatches'
import { createSettling } from '@tickmark/server/orders/settling/settleDue'
import { silentLog } from '@tickmark/server/platform/log'
import { fill, openPlacing, seqAt, signer, ticksBetween } from './books.ts'
import { costOf, type Cost } from './cost.ts'
import { addSigners, anySignedRequest } from './signedRequests.ts'

const SECOND_MS = 1_000
/** How far back the clock of growing books begins. */
export const HISTORY_MS = 90 * 86_400_000

/** What a lot of orders took, placed as fast as they are answered and then settled in one due second. */
export interface Lot {
  /** Orders placed a second. */
  rate: number
  placing: Cost
  /** Orders settled a second. */
  settledRate: number
  settling: Cost
}

/** Books whose users place and finish orders by a clock of their own, so that any number of them lies in the past. */
export interface GrowingBooks {
  database: Database
  /** Lets time pass without an order. */
  rest(ms: number): void
  nowMs(): number
  /** Orders placed and settled so far. */
  orders(): number
  /** Places `count` signed orders of one second, logs them, and settles them when they are due. */
  lot(count: number): Promise<Lot>
}

/** Books of this many users, each with 10,000 USDT; their clock begins 90 days ago. */
export async function openGrowingBooks(database: Database, users: number): Promise<GrowingBooks> {
  await addSigners(database, users)
  await fill(database, users)
  let nowMs = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - HISTORY_MS
  let orders = 0
  const clock = { nowMs: () => nowMs, at: () => () => {} }
  const placing = openPlacing(database, clock)
  const events = createEvents(silentLog())
  const { settleDue } = createSettling({ database, clock, signer, ticksBetween, events })

  const place = async (count: number) => {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: count }, () => placing.place(anySignedRequest(users, nowMs))))
    return perSecond(count, startedAt)
  }
  const settle = async (count: number) => {
    const startedAt = performance.now()
    const settled = await settleDue(nowMs)
    if (settled !== count) throw new Error(`${settled} orders were settled`)
    return perSecond(count, startedAt)
  }
  const lot = async (count: number): Promise<Lot> => {
    nowMs += SECOND_MS // after whatever was audited
    const placed = await costOf(database, async () => ({ orders: count, measured: await place(count) }))
    await log(database, nowMs)
    nowMs += 70 * SECOND_MS
    const settled = await costOf(database, async () => ({ orders: count, measured: await settle(count) }))
    await log(database, nowMs)
    orders += count
    return {
      rate: placed.measured,
      placing: placed.cost,
      settledRate: settled.measured,
      settling: settled.cost,
    }
  }
  const rest = (ms: number) => void (nowMs += ms)
  return { database, rest, nowMs: () => nowMs, orders: () => orders, lot }
}

function perSecond(count: number, startedAt: number): number {
  return (count * SECOND_MS) / (performance.now() - startedAt)
}

async function log(database: Database, atMs: number): Promise<void> {
  await transact(database.db, async (tx) => {
    for (const one of [...(await collectTickets(tx)), ...(await collectReceipts(tx))])
      await one.onLogged?.(tx, seqAt(atMs))
  })
}
