import type { ColumnType } from 'kysely'

export interface OperatorActionTable {
  // The database sets number, link and hash, whatever is given.
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
