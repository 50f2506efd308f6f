export interface SimulatedVenueBalanceTable {
  venue: number
  currency: number
  amount: bigint
}

export interface SimulatedVenueOrderTable {
  id: string
  venue: number
  pid: number
  side: number
  price_limit: bigint
  size: bigint
  arrived_at_ms: bigint
  state: number
  filled: bigint
  quote: bigint
  fee: bigint
}

export interface SimulatedVenueTransferTable {
  id: string
  from_venue: number
  to_venue: number
  currency: number
  amount: bigint
  cost: bigint
  at_ms: bigint
}

declare module '../../db/schema.ts' {
  interface Schema {
    simulated_venue_balance: SimulatedVenueBalanceTable
    simulated_venue_order: SimulatedVenueOrderTable
    simulated_venue_transfer: SimulatedVenueTransferTable
  }
}
