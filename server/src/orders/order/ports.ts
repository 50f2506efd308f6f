import type { Tick } from '@tickmark/core/market/fixing'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'

/** An entry of the public log as it is stored. */
export interface LoggedEntry {
  seq: number
  /** Milliseconds since 1970. */
  at: number
  body: string
  hash: Uint8Array
}

/** What orders need to know of the market, and all they can do with it: read. */
export interface Prices {
  latest(): { seq: number; atMs: number; prices: ReadonlyMap<number, bigint> } | null
  acceptsOrders(pid: number): boolean
  /** Standard deviation of a second's log return; null when there is too little to tell. */
  sigma(pid: number): number | null
  /** Ticks of a product in [fromMs, toMs], both included, in order. */
  ticksBetween(pid: number, fromMs: number, toMs: number): Promise<Tick[]>
  /** Log entries, both ends included. */
  entriesBetween(fromSeq: number, toSeq: number): Promise<LoggedEntry[]>
}

/** What orders read. */
export interface OrderPorts {
  db: Db
  clock: Clock
  prices: Prices
  /** 32 bytes under which quotes and bids are sealed. */
  quoteKey: Uint8Array
  /** 32 bytes; see `userTag`. */
  tagSecret: Uint8Array
  logSigner: Signer
  /** Hex. */
  receiptsKey: string
}
