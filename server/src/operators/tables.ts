import type { Generated } from 'kysely'

export interface OperatorActionTable {
  id: Generated<bigint>
  at_ms: bigint
  operator: string
  action: string
  subject: string
  /** JSON. */
  details: string
}

declare module '../db/schema.ts' {
  interface Schema {
    operator_action: OperatorActionTable
  }
}
