import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Batch } from '@tickmark/core/receipts/receipts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Market } from '../../market/market.ts'
import type { StoredBatch } from './store.ts'

/** The read-only market interface of orders. */
export type Prices = Pick<
  Market,
  | 'latest'
  | 'acceptsOrders'
  | 'isPaused'
  | 'deviation'
  | 'basis'
  | 'rules'
  | 'rulesFrom'
  | 'announcedRules'
  | 'modelAt'
  | 'ticksBetween'
  | 'entriesBetween'
  | 'firstAfter'
  | 'head'
  | 'keys'
  | 'evidence'
  | 'witnessed'
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
  /** A stored batch as the house shows it now: under the present receipts key. */
  presentBatch(kind: Batch['kind'], batch: StoredBatch): Promise<StoredBatch>
  /** The delegation to a session's key, by the key's hash. */
  delegationOf(session: string): Promise<SignedDelegation | null>
}
