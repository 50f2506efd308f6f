import type { Db } from '../../db/pool.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { oldestUnlogged } from './batchStore.ts'

/** Watches whether the log takes the tickets of accepted orders. */
export interface TicketGuard {
  /** Checks again; call it with every tick. */
  refresh(): Promise<void>
  /** Whether new orders must wait: their tickets could be logged too late for the second of their entry prices. */
  isLate(): boolean
  /** Since when the oldest unlogged ticket waits, ms since 1970; null while none is late. */
  lateSinceMs(): number | null
  trouble(): string | null
}

/** A ticket is logged with the next tick; after two missed ticks it is late. */
const LATE_MS = 2_000

/**
 * Watches for tickets that stay unlogged, whatever the cause and whichever process writes the log: a house that kept accepting
 * orders would then have orders that nobody can prove.
 */
export function createTicketGuard(db: Db, clock: Clock, log: Log): TicketGuard {
  /** When each unlogged batch was first seen. */
  let seen = new Map<number, number>()
  let wasLate = false
  const lateMs = () => clock.nowMs() - Math.min(...seen.values())
  const isLate = () => seen.size > 0 && lateMs() > LATE_MS
  return {
    async refresh() {
      const nowMs = clock.nowMs()
      const ids = await oldestUnlogged(db)
      seen = new Map(ids.map((id) => [id, seen.get(id) ?? nowMs]))
      if (isLate() === wasLate) return
      wasLate = !wasLate
      if (wasLate) log.error('tickets stay out of the log, so new orders pause', { batches: ids.length })
      else log.info('tickets are in the log again, and new orders go on')
    },
    isLate,
    lateSinceMs: () => (isLate() ? Math.min(...seen.values()) : null),
    trouble: () => (isLate() ? `not logged for ${Math.floor(lateMs() / 1000)} s` : null),
  }
}
