import type { Selectable } from 'kysely'

/** An order as it was placed. */
export interface PlacedOrderTable {
  user_id: bigint
  stake: bigint
  profit: bigint
  fee: bigint
  accepted_at_ms: bigint
  due_at_ms: bigint
  batch: bigint
  id: string
  key: string
  fingerprint: string
  ticket_index: number
  barrier_ppm: number
  rate_pct: number
  chance_ppm: number
  margin_ppm: number
  model_seq: bigint
  rules_seq: bigint
  book: number
  currency: number
  pid: number
  duration_id: number
  direction: number
  ticket: Buffer
}

/** Orders with their results; all of a result is null while there is none. */
export interface OrdersTable extends PlacedOrderTable {
  /** 0 open, 1 finished. */
  status: number
  outcome: number | null
  receipt_index: number | null
  net: bigint | null
  bid: bigint | null
  entry_seq: bigint | null
  entry_price: bigint | null
  entry_at_ms: bigint | null
  exit_seq: bigint | null
  exit_price: bigint | null
  exit_at_ms: bigint | null
  settled_at_ms: bigint | null
  receipt_batch: bigint | null
}

/** An order as queries return it. */
export type OrderRow = Selectable<OrdersTable>

export interface BatchTable {
  id: bigint
  count: number
  root: Buffer
  signature: Buffer
  leaves: Buffer
  log_seq: bigint | null
}

declare module '../../db/schema.ts' {
  interface Schema {
    orders: OrdersTable
    placed_order: PlacedOrderTable
    ticket_batch: BatchTable
    receipt_batch: BatchTable
  }
}
