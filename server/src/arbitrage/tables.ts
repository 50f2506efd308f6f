import type { Generated } from 'kysely'

export interface ArbitrageTradeTable {
  id: string
  pid: number
  began_at_ms: bigint
  ended_at_ms: Generated<bigint | null>
}

export interface ArbitrageOrderTable {
  id: string
  trade: string
  place: number
  venue: number
  side: number
  price_limit: bigint
  size: bigint
  /** JSON. */
  book: string
  sent_at_ms: bigint
  state: Generated<number | null>
  filled: Generated<bigint | null>
  quote: Generated<bigint | null>
  fee: Generated<bigint | null>
  told_at_ms: Generated<bigint | null>
}

export interface ArbitrageMoveTable {
  id: string
  from_venue: number
  to_venue: number
  currency: number
  amount: bigint
  cost: bigint
  asked_at_ms: bigint
  ended_at_ms: Generated<bigint | null>
}

export interface ArbitrageLineTable {
  number: bigint
  about: string
  kind: number
  at_ms: bigint
  profit: bigint
  text: string
  log_seq: Generated<bigint | null>
}

export interface ArbitrageEngineTable {
  id: Generated<boolean>
  holder: string | null
  looked_at_ms: bigint | null
  stopped: number | null
  stopped_at_ms: bigint | null
  most_trade: bigint
  least_profit: bigint
  day_loss: bigint
  open_rests: number
}

declare module '../db/schema.ts' {
  interface Schema {
    arbitrage_trade: ArbitrageTradeTable
    arbitrage_order: ArbitrageOrderTable
    arbitrage_move: ArbitrageMoveTable
    arbitrage_line: ArbitrageLineTable
    arbitrage_engine: ArbitrageEngineTable
  }
}
