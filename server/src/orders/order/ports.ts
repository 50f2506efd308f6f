import type { Tick } from '@tickmark/core/market/fixing'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'

/** A stored entry of the public log. */
export interface LoggedEntry {
  seq: number
  /** Milliseconds since 1970. */
  at: number
  body: string
  hash: Uint8Array
}

/** The read-only market interface of orders. */
export interface Prices {
  latest(): { seq: number; atMs: number; prices: ReadonlyMap<number, bigint> } | null
  acceptsOrders(pid: number): boolean
  /** Standard deviation of one second's log return; null without enough data. */
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
  /** 32-byte key that seals quotes and bids. */
  quoteKey: Uint8Array
  /** 32 bytes; see `userTag`. */
  tagSecret: Uint8Array
  logSigner: Signer
  /** Hex. */
  receiptsKey: string
}
