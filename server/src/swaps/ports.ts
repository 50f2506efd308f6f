import type { Clock } from '../platform/clock.ts'
import type { Db } from '../db/pool.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { Events } from '../module/events.ts'

/** What swaps stand on. */
export interface SwapPorts {
  db: Db
  clock: Clock
  prices: Pick<IndexPrices, 'firm' | 'tickAt'>
  /** Seals what the server offers, so that nobody else can make it up. */
  quoteKey: Uint8Array
  events: Pick<Events, 'emit'>
}
