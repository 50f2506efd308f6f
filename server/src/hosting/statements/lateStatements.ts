import { lateToLogMs } from '@tickmark/core/log/lateToLog'
import type { Module } from '../../module/module.ts'
import type { HostingDeps } from '../ports.ts'
import { oldestUnlogged } from './statementStore.ts'

/** Reports unlogged statements to the server's monitoring. */
export function statementTrouble({
  db,
  clock,
}: Pick<HostingDeps, 'db' | 'clock'>): NonNullable<Module['trouble']> {
  return {
    of: 'hostings',
    async look() {
      const lateMs = lateToLogMs(await oldestUnlogged(db), clock.nowMs())
      return lateMs === null ? null : `not logged for ${Math.floor(lateMs / 1_000)} s`
    },
  }
}
