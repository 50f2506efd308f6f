import type { Kinds } from '../../db/packedRows.ts'
import type { PlacedRow } from './order.ts'
import type { OrderRow } from './tables.ts'

/** The columns of an order as it was placed, to be read packed. */
export const PLACED_COLUMNS: Kinds<PlacedRow> = {
  user_id: 'int8',
  stake: 'int8',
  profit: 'int8',
  fee: 'int8',
  accepted_at_ms: 'int8',
  due_at_ms: 'int8',
  batch: 'int8',
  id: 'uuid',
  ticket_index: 'int4',
  barrier_ppm: 'int4',
  rate_pct: 'int4',
  chance_ppm: 'int4',
  margin_ppm: 'int4',
  model_seq: 'int8',
  rules_seq: 'int8',
  book: 'int2',
  currency: 'int2',
  pid: 'int2',
  duration_id: 'int2',
  direction: 'int2',
  ticket: 'bytea',
}

/** The columns of an order with its result, but for its idempotency key. */
export type ResultRow = Omit<OrderRow, 'key' | 'fingerprint' | 'status'>

/** The same columns, to be read packed. */
export const RESULT_COLUMNS: Kinds<ResultRow> = {
  ...PLACED_COLUMNS,
  outcome: 'int2',
  receipt_index: 'int4',
  net: 'int8',
  bid: 'int8',
  entry_seq: 'int8',
  entry_price: 'int8',
  entry_at_ms: 'int8',
  exit_seq: 'int8',
  exit_price: 'int8',
  exit_at_ms: 'int8',
  settled_at_ms: 'int8',
  receipt_batch: 'int8',
}
