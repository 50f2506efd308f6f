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
}

export interface HostingOrderTable {
  id: string
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
}

export interface HostingDayTable {
  day: number
  previous: number | null
  carried_before: bigint
  last_before: bigint
  last: bigint
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
  closed_at_ms: bigint
  log_seq: bigint | null
}

export interface HostingPayoutTable {
  order_id: string
  day: number
  leaf: number
  amount: bigint
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
    hosting_day: HostingDayTable
    hosting_payout: HostingPayoutTable
    hosting_leaves: HostingLeavesTable
    hosting_untold: HostingUntoldTable
  }
}
