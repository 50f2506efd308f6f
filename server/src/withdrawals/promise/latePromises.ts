import { lateToLogMs } from '@tickmark/core/log/lateToLog'
import type { Reader } from '../../db/pool.ts'
import type { Module } from '../../module/module.ts'
import type { Clock } from '../../platform/clock.ts'
import { oldestUnlogged } from './promiseStore.ts'

/** Reports promises that the log lacks to the server's monitoring. Their owners' pages warn of them too. */
export function promiseTrouble({
  db,
  clock,
}: {
  db: Reader
  clock: Pick<Clock, 'nowMs'>
}): NonNullable<Module['trouble']> {
  return {
    of: 'withdrawals',
    async look() {
      const lateMs = lateToLogMs(await oldestUnlogged(db), clock.nowMs())
      return lateMs === null ? null : `a promise is not logged for ${Math.floor(lateMs / 1_000)} s`
    },
  }
}
