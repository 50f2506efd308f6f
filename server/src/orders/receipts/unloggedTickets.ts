import type { Db } from '../../db/pool.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { oldestUnlogged } from './batchStore.ts'

/** Whether the log takes the tickets of accepted orders. */
export interface TicketGuard {
  /** Looks again; to be called with every tick. */
  refresh(): Promise<void>
  /** Whether new orders have to wait: their tickets could come too late for the second of their entry prices. */
  isLate(): boolean
  /** Since when the oldest of them waits, ms since 1970; null while none is late. */
  lateSinceMs(): number | null
  trouble(): string | null
}

/** A ticket is logged with the next tick; one that misses two is late. */
const LATE_MS = 2_000

/**
 * Watches for tickets that stay out of the log, whatever keeps them out, and whichever process writes it: a house that went on
 * accepting orders then would have orders that nobody can prove.
 */
export function createTicketGuard(db: Db, clock: Clock, log: Log): TicketGuard {
  /** When each batch that is still unlogged was seen first. */
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
