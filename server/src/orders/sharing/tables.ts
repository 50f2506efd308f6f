export interface SharedReceiptTable {
  order_id: string
  user_id: bigint
  name: string
}

declare module '../../db/schema.ts' {
  interface Schema {
    shared_receipt: SharedReceiptTable
  }
}
