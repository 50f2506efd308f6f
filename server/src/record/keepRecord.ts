import { dayAt, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import type { Db } from '../db/pool.ts'
import { messageOf, type Log } from '../platform/log.ts'
import { buildDay } from './buildDay.ts'
import { firstEntryAt, lastDay } from './store.ts'

interface KeepDeps {
  db: Db
  log: Log
  /** Whether this process writes the log. */
  isWriting(): boolean
  /** Aborts a day in progress; the next start makes it. */
  signal: AbortSignal
}

const RETRY_MS = 60_000

/**
 * Makes the record of each day in order, once the log has passed it; a day without orders has one too. Call it with every tick;
 * only the first tick of a day costs anything.
 */
export function createKeeping({ db, log, isWriting, signal }: KeepDeps): (atMs: number) => Promise<void> {
  /** The first day that may lack a record. */
  let next: number | null = null
  let againMs = 0

  return async (atMs) => {
    const today = dayAt(atMs)
    if (!isWriting() || (next !== null && next >= today) || atMs < againMs) return
    next = await firstMissing(db)
    while (next !== null && next < today && isWriting() && !signal.aborted) {
      const day = dayName(next)
      try {
        if ((await buildDay(db, day, signal)) === 'busy') return
      } catch (thrown) {
        if (signal.aborted) return
        log.error('the record of a day could not be made', { day, reason: messageOf(thrown) })
        againMs = atMs + RETRY_MS
        return
      }
      next += 1
    }
  }
}

/** The day after the last record, or the log's first. */
async function firstMissing(db: Db): Promise<number | null> {
  const last = await lastDay(db)
  if (last !== null) return (dayOfName(last) ?? 0) + 1
  const firstAt = await firstEntryAt(db)
  return firstAt === null ? null : dayAt(firstAt)
}
