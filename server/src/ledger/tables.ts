import type { Generated } from 'kysely'

export interface AccountTable {
  id: bigint
  balance: bigint
  at_stake: Generated<bigint>
  may_win: Generated<bigint>
}

export interface TransferTable {
  from_id: bigint
  to_id: bigint
  amount: bigint
  at_ms: bigint
  ref: string
  cause: number
  leg: number
}

export interface RequestTable {
  user_id: bigint
  route: string
  key: string
  fingerprint: string
  answer: Generated<string | null>
  at_ms: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    account: AccountTable
    transfer: TransferTable
    request: RequestTable
  }
}
