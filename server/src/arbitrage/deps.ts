import type { Runtime } from '../module/runtime.ts'
import type { Db } from '../db/pool.ts'
import type { Venues } from './venues.ts'

/** What trading needs. */
export interface TradingDeps extends Pick<Runtime, 'clock' | 'log'> {
  db: Db
  venues: Venues
  /** Index price of a product; null while it is paused. */
  price(pid: number): bigint | null
}
