export interface OrderConsentTable {
  session: Buffer
  nonce: bigint
  order_id: string
  book: number
  closes: boolean
  text: string
  signature: Buffer
  hash: Buffer
}

declare module '../../db/schema.ts' {
  interface Schema {
    order_consent: OrderConsentTable
  }
}
