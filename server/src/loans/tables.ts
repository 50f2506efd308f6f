import type { Generated } from 'kysely'

/** An encrypted record: see `platform/vault.ts`. */
interface SealedColumns {
  key_number: number
  wrapped_key: Buffer
  sealed: Buffer
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

export interface LoanApplicationTable extends Nullable<SealedColumns> {
  id: string
  user_id: bigint
  state: Generated<number>
  amount: bigint
  instalments: number
  site: string
  borrower: string
  written_at_ms: bigint
  details_hash: Buffer
  front_hash: Buffer
  back_hash: Buffer
  drawing_hash: Buffer
  wallet: 'evm' | 'tron'
  signature: string
  submitted_at_ms: bigint
  decided_at_ms: Generated<bigint | null>
  decided_by: Generated<string | null>
  ending: Generated<'rejected' | 'resubmit' | 'withdrawn' | 'lapsed' | null>
  rule: Generated<string | null>
  reason: Generated<string | null>
  cleared_at_ms: Generated<bigint | null>
}

export interface LoanPictureTable extends SealedColumns {
  id: string
  user_id: bigint
  purpose: 'front' | 'back' | 'signature'
  application: Generated<string | null>
  width: number
  height: number
  bytes: number
  hash: Buffer
  at_ms: bigint
}

export interface LoanDraftTable extends SealedColumns {
  user_id: bigint
  id: string
  front: string | null
  back: string | null
  again: string | null
  until_ms: bigint
}

export interface LoanAgreementTable extends SealedColumns {
  user_id: bigint
  id: string
  amount: bigint
  instalments: number
  site: string
  borrower: string
  written_at_ms: bigint
  details_hash: Buffer
  front: string
  back: string
}

export interface LoanViewTable {
  id: Generated<bigint>
  application: string
  what: 'details' | 'front' | 'back' | 'signature'
  viewer: string
  reason: string
  at_ms: bigint
}

export interface LoanOwnViewTable {
  user_id: bigint
  day: number
  times: number
}

declare module '../db/schema.ts' {
  interface Schema {
    loan_application: LoanApplicationTable
    loan_picture: LoanPictureTable
    loan_draft: LoanDraftTable
    loan_agreement: LoanAgreementTable
    loan_view: LoanViewTable
    loan_own_view: LoanOwnViewTable
  }
}
