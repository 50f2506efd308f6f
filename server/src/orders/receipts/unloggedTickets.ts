import { lateToLogMs } from '@tickmark/core/log/lateToLog'
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

/**
 * Watches for tickets that stay unlogged, by this process or another one. A house that went on accepting orders would have orders
 * that nobody can prove.
 */
export function createTicketGuard(db: Db, clock: Clock, log: Log): TicketGuard {
  /** When each unlogged batch was first seen. */
  let seen = new Map<number, number>()
  let wasLate = false
  const oldestMs = () => (seen.size === 0 ? null : Math.min(...seen.values()))
  const lateMs = () => lateToLogMs(oldestMs(), clock.nowMs())
  const isLate = () => lateMs() !== null
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
    lateSinceMs: () => (isLate() ? oldestMs() : null),
    trouble() {
      const ms = lateMs()
      return ms === null ? null : `not logged for ${Math.floor(ms / 1_000)} s`
    },
  }
}
