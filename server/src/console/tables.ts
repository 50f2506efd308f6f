import type { ColumnType, Generated } from 'kysely'

export interface OperatorTable {
  address: string
  name: string
  roles: string[]
  invited_by: string | null
  invited_with: Generated<string | null>
  invited_ms: bigint
  by_link: boolean
  revoked_by: string | null
  revoked_ms: bigint | null
  suspended_by: Generated<string | null>
  suspended_ms: Generated<bigint | null>
  /** Set by the database, whatever is given. */
  was_admin: ColumnType<boolean, never, never>
}

export interface OperatorChallengeTable {
  nonce: string
  address: string
  wallet_type: number
  browser: Buffer
  message: string
  expires_ms: bigint
}

export interface OperatorPasskeyTable {
  id: string
  operator: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_ms: bigint
  used_ms: bigint | null
}

export interface OperatorCodeTable {
  operator: string
  secret: Buffer | null
  since_ms: bigint | null
  last_step: Generated<bigint>
  pending: Buffer | null
}

export interface OperatorSessionTable {
  id: string
  token: Buffer
  operator: string
  created_ms: bigint
  seen_ms: bigint
  factor_ms: bigint | null
  challenge: string | null
  challenge_ms: bigint | null
  ended_ms: bigint | null
}

export interface OperatorLinkTable {
  hash: Buffer
  operator: string
  expires_ms: bigint
  used_ms: bigint | null
}

export interface ProposalTable {
  id: string
  key: string
  kind: string
  payload: string
  payload_hash: Buffer
  reason: string
  asked_by: string
  asked_ms: bigint
  expires_ms: bigint
}

export interface ProposalDecisionTable {
  proposal: string
  payload_hash: Buffer
  asked_by: string
  asked_ms: bigint
  expires_ms: bigint
  decided_by: string
  decision: 'approved' | 'refused' | 'withdrawn'
  reason: string | null
  decided_ms: bigint
}

declare module '../db/schema.ts' {
  interface Schema {
    operator: OperatorTable
    operator_challenge: OperatorChallengeTable
    operator_passkey: OperatorPasskeyTable
    operator_code: OperatorCodeTable
    operator_session: OperatorSessionTable
    operator_link: OperatorLinkTable
    proposal: ProposalTable
    proposal_decision: ProposalDecisionTable
  }
}
