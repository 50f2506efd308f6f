import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<bigint>
  address: string
  wallet_type: number
  practice: boolean
  invite_code: string
  invited_by: bigint | null
  language: string
  created_at: bigint
}

export interface ChallengeTable {
  nonce: string
  address: string
  wallet_type: number
  browser: Buffer
  message: string
  expires_at: bigint
}

export interface SessionTable {
  id: string
  token: Buffer
  address: string
  wallet_type: number
  practice: boolean
  transport: 'cookie' | 'bearer'
  device: string
  key: Buffer | null
  created_at: bigint
  seen_at: bigint
}

export interface DelegationTable {
  session: Buffer
  text: string
  signature: string
  address: string
  kind: SignedDelegation['kind']
}

type KeylessSignInTable = Omit<DelegationTable, 'session'>

export interface FavouriteTable {
  user_id: bigint
  pid: number
  added_at: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    users: UsersTable
    challenge: ChallengeTable
    delegation: DelegationTable
    keyless_sign_in: KeylessSignInTable
    session: SessionTable
    favourite: FavouriteTable
  }
}
