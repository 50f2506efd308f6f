import type { Clock } from '../platform/clock.ts'
import type { Db } from '../db/pool.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { Events } from '../module/events.ts'

/** Dependencies of swaps. */
export interface SwapPorts {
  /** The sandbox's inventory of the real book is funded again when it is short. */
  mode: 'sandbox' | 'live'
  db: Db
  clock: Clock
  prices: Pick<IndexPrices, 'firm' | 'isPaused' | 'tickAt'>
  /** Seals the server's offers, so that only the server can issue them. */
  quoteKey: Uint8Array
  events: Pick<Events, 'emit'>
}
