import type { UserEvent } from '@tickmark/wire/live/socket'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../platform/log.ts'
import type { UsdtPrice } from './store.ts'

export interface LimitsDeps {
  db: Db
  clock: Clock
  log: Log
  /** At the last known index price, for figures that are shown; orders are held to the latest tick's. */
  usdtPrice: UsdtPrice
  /** The pages of users that are open. */
  pages: {
    hears(userId: number): boolean
    publish(userId: number, event: UserEvent): void
  }
}
