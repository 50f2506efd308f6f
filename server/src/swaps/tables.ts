export interface SwapTable {
  id: string
  user_id: bigint
  given: bigint
  received: bigint
  source_rate: bigint
  target_rate: bigint
  at_ms: bigint
  book: number
  source: number
  target: number
}

declare module '../db/schema.ts' {
  interface Schema {
    swap: SwapTable
  }
}
