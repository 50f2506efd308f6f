import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { Generated } from 'kysely'

export interface UserLimitTable {
  user_id: bigint
  kind: LimitKind
  value: bigint | null
  pending_value: bigint | null
  pending_from_ms: bigint | null
  changed_at_ms: bigint
}

export interface UserBreakTable {
  user_id: bigint
  until_ms: Generated<bigint>
  excluded_until_ms: Generated<bigint>
  changed_at_ms: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    user_limit: UserLimitTable
    user_break: UserBreakTable
  }
}
