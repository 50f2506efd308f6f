import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Market } from '../../market/market.ts'
import type { Signer } from '../../platform/keys.ts'

/** The read-only market interface of orders. */
export type Prices = Pick<
  Market,
  'latest' | 'acceptsOrders' | 'isPaused' | 'deviation' | 'ticksBetween' | 'entriesBetween'
>

/** What orders read. */
export interface OrderPorts {
  db: Db
  clock: Clock
  prices: Prices
  /** 32-byte key that seals quotes and bids. */
  quoteKey: Uint8Array
  /** 32 bytes; see `userTag`. */
  tagSecret: Uint8Array
  logSigner: Signer
  /** Hex. */
  receiptsKey: string
}
