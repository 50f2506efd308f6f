import type { Module } from '../../module/module.ts'
import type { HostingDeps } from '../ports.ts'
import { oldestUnlogged } from './statementStore.ts'

/** A statement is logged with the next tick; after two missed ticks it is late. */
const LATE_MS = 2_000

/**
 * Whether a statement is late, from the time of the oldest unlogged one. Going on then would let the house keep orders that it
 * can still change once it knows the day's result.
 */
export function isLate(oldestMs: number | null, nowMs: number): boolean {
  return oldestMs !== null && nowMs - oldestMs > LATE_MS
}

/** Reports unlogged statements to the server's monitoring. */
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
