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

interface SwapConsentTable {
  swap_id: string
  session: Buffer
  text: string
  signature: Buffer
}

declare module '../db/schema.ts' {
  interface Schema {
    swap: SwapTable
    swap_consent: SwapConsentTable
  }
}
