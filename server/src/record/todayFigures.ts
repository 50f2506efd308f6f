import { dayAt, dayName } from '@tickmark/core/market/simulated/prices'
import { sumFigures, type RecordFigures } from '@tickmark/core/record/recordFigures'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Clock } from '../platform/clock.ts'
import { spanOf } from './dayLines.ts'
import { loggedBatches, orderLines, withdrawalLines } from './lineStore.ts'
import { refusalLines } from './refusalLines.ts'

/** The figures of a day in progress: no record yet, and nothing committed to the log. */
export interface TodayFigures {
  day: string
  /** Ms since 1970. */
  asOf: number
  figures: RecordFigures
}

const KEPT_MS = 30_000
/** After a slow sum the answer is cached longer: for this many times its duration. */
const SHARE = 30

/** Adds up the present day on request and caches the answer for a while. Times are the clock's. */
export function createToday(db: Db, clock: Clock): () => Promise<TodayFigures> {
  let known: { answer: Promise<TodayFigures>; untilMs: number } | null = null

  return () => {
    const nowMs = clock.nowMs()
    const day = dayName(dayAt(nowMs))
    if (known && nowMs < known.untilMs) return known.answer
    // Until it is done, all requests wait for the same sum.
    const mine = { answer: readToday(db, day, nowMs), untilMs: Infinity }
    known = mine
    void mine.answer.then(
      () => {
        const doneMs = clock.nowMs()
        mine.untilMs = Math.min(doneMs + Math.max(KEPT_MS, SHARE * (doneMs - nowMs)), spanOf(day).toMs)
      },
      () => (mine.untilMs = 0),
    )
    return mine.answer
  }
}

function readToday(db: Db, day: string, asOf: number): Promise<TodayFigures> {
  return transact(db, async (tx) => {
    const span = spanOf(day)
    const sum = sumFigures()
    const batches = await loggedBatches(tx, span)
    for await (const lines of orderLines(tx, batches, span, true)) {
      for (const line of lines) sum.addOrder(line)
    }
    for await (const lines of refusalLines(tx, { ...span, toMs: Math.min(span.toMs, asOf) })) {
      for (const line of lines) sum.addRefusal(line)
    }
    for (const line of await withdrawalLines(tx, batches)) sum.addWithdrawal(line)
    return { day, asOf, figures: sum.figures() }
  })
}
