import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Batch, PlaceInLog } from '@tickmark/core/receipts/receipts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Reader } from '../../db/pool.ts'
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
  /** 32 bytes; see `userTagOf`. */
  tagSecret: Uint8Array
  /** A stored batch as the house shows it now: under the present receipts key. */
  presentBatch(kind: Batch['kind'], batch: StoredBatch): Promise<StoredBatch>
  /** The log entry that has the promise of a withdrawal, and the promise's place in it; null while none has it. */
  placeOfPromise(reader: Reader, number: number): Promise<{ seq: number; place: PlaceInLog } | null>
  /** The delegation to a session's key, by the key's hash. */
  delegationOf(session: string): Promise<SignedDelegation | null>
}
