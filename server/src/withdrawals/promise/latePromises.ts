import type { Reader } from '../../db/pool.ts'
import type { Module } from '../../module/module.ts'
import type { Clock } from '../../platform/clock.ts'
import { oldestUnlogged } from './promiseStore.ts'

/** A promise is logged with the next tick; after two missed ticks it is late, and the page of its owner warns. */
const LATE_MS = 2_000

/** Reports promises that the log does not have in time to the server's monitoring. */
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
      const [oldestMs, nowMs] = [await oldestUnlogged(db), clock.nowMs()]
      if (oldestMs === null || nowMs - oldestMs <= LATE_MS) return null
      return `a promise is not logged for ${Math.floor((nowMs - oldestMs) / 1_000)} s`
    },
  }
}
