import type { ColumnType, Generated } from 'kysely'

export interface LoanTable {
  id: string
  started_at_ms: bigint
  fee_at_ms: Generated<bigint | null>
  fee_paid_at_ms: Generated<bigint | null>
  ended_at_ms: Generated<bigint | null>
  next_at_ms: bigint | null
}

export interface LoanInstalmentTable {
  loan: string
  number: number
  amount: bigint
  /** Read it as text: a date has no time zone. */
  due: ColumnType<unknown, string, never>
  told: Generated<number>
  warned_at_ms: Generated<bigint | null>
  paid_at_ms: Generated<bigint | null>
}

export interface LoanRepaymentTable {
  loan: string
  first: number
  last: number
  at_ms: bigint
  session: Buffer
  nonce: bigint
  text: string
  signature: Buffer
}

declare module '../../db/schema.ts' {
  interface Schema {
    loan: LoanTable
    loan_instalment: LoanInstalmentTable
    loan_repayment: LoanRepaymentTable
  }
}
