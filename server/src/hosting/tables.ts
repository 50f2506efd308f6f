import type { ColumnType, Generated } from 'kysely'

export interface HostingProductTable {
  mid: number
  version: number
  previous: ColumnType<number | null, never, never>
  days: number
  least: bigint
  most: bigint
  upper_ppm: number
  exit_fee_ppm: number
  is_open: boolean
  from_ms: bigint
  log_seq: Generated<bigint | null>
}

export interface HostingStatementTable {
  number: bigint
  previous: ColumnType<bigint | null, never, never>
  kind: number
  order_id: string
  at_ms: bigint
  text: string
  signature: Buffer
  log_seq: Generated<bigint | null>
}

export interface HostingOrderTable {
  id: string
  number: bigint
  user_id: bigint
  book: number
  mid: number
  version: number
  days: number
  upper_ppm: number
  exit_fee_ppm: number
  principal: bigint
  placed_at_ms: bigint
  shares_from_ms: bigint
  expires_at_ms: bigint
  ended_at_ms: Generated<bigint | null>
  how: Generated<'expiry' | 'exit' | null>
  fee: Generated<bigint | null>
  exit_number: Generated<bigint | null>
}

export interface HostingDayTable {
  day: number
  previous: number | null
  carried_before: bigint
  last_before: bigint
  last: bigint
  hosted_before: bigint
  hosted_last: bigint
  profit: bigint
  earned: bigint
  carried: bigint
  pool: bigint
  trades: Buffer
  payouts: Buffer
  real_count: number
  real_hosted: bigint
  real_paid: bigint
  simulated_count: number
  simulated_hosted: bigint
  simulated_paid: bigint
  /** JSON. */
  held: string
  taken: Generated<string>
  moving: Generated<string>
  closed_at_ms: bigint
  log_seq: bigint | null
}

/** Writing a row pays the day; the figures are the database's own. */
export interface HostingPaydayTable {
  day: number
  pool: bigint
  at_ms: bigint
  real_count: Generated<number>
  real_hosted: Generated<bigint>
  real_paid: Generated<bigint>
  simulated_count: Generated<number>
  simulated_hosted: Generated<bigint>
  simulated_paid: Generated<bigint>
}

export interface HostingLeavesTable {
  day: number
  part: number
  hashes: Buffer
  root: Buffer
}

export interface HostingUntoldTable {
  day: number
  after_user: Generated<bigint>
}

declare module '../db/schema.ts' {
  interface Schema {
    hosting_product: HostingProductTable
    hosting_order: HostingOrderTable
    hosting_statement: HostingStatementTable
    hosting_day: HostingDayTable
    hosting_payday: HostingPaydayTable
    hosting_leaves: HostingLeavesTable
    hosting_untold: HostingUntoldTable
  }
}
