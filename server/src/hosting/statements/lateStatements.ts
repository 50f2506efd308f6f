import type { Module } from '../../module/module.ts'
import type { HostingDeps } from '../ports.ts'
import { oldestUnlogged } from './statementStore.ts'

/** A statement is logged with the next tick; one that misses two is late. */
const LATE_MS = 2_000

/**
 * Whether a statement stays out of the log, by the time of the oldest that it lacks: a house that went on then would have orders
 * that it can still change when it knows the day.
 */
export function isLate(oldestMs: number | null, nowMs: number): boolean {
  return oldestMs !== null && nowMs - oldestMs > LATE_MS
}

/** Tells who watches the server that statements stay out of the log. */
export function statementTrouble({
  db,
  clock,
}: Pick<HostingDeps, 'db' | 'clock'>): NonNullable<Module['trouble']> {
  return {
    of: 'hostings',
    async look() {
      const [oldestMs, nowMs] = [await oldestUnlogged(db), clock.nowMs()]
      if (oldestMs === null || !isLate(oldestMs, nowMs)) return null
      return `not logged for ${Math.floor((nowMs - oldestMs) / 1_000)} s`
    },
  }
}
