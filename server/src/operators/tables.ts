import type { ColumnType } from 'kysely'

export interface OperatorActionTable {
  // Number, link and hash are the database's own, whatever is given.
  id: ColumnType<bigint, never, never>
  at_ms: bigint
  operator: string
  action: string
  subject: string
  user_id: bigint | null
  /** JSON. */
  details: string
  prev: ColumnType<Buffer, never, never>
  hash: ColumnType<Buffer, never, never>
}

declare module '../db/schema.ts' {
  interface Schema {
    operator_action: OperatorActionTable
  }
}
