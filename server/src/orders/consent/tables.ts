import type { Generated } from 'kysely'

export interface OrderConsentTable {
  session: Buffer
  nonce: bigint
  order_id: string
  asked: string
  book: number
  closes: boolean
  hosts: Generated<boolean>
  refused: Generated<boolean>
  text: string
  signature: Buffer
  hash: Buffer
}

export interface OrderRefusalTable {
  number: bigint
  order_id: string
  asked: string
  user_id: bigint
  code: string
  facts: string
  at_ms: bigint
  signature: Buffer
  leaf: Buffer
  log_seq: Generated<bigint | null>
}

declare module '../../db/schema.ts' {
  interface Schema {
    order_consent: OrderConsentTable
    order_refusal: OrderRefusalTable
  }
}
