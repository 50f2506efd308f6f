import type { LoanNotice } from '@tickmark/core/loans/collecting'
import type { Instalment } from '@tickmark/core/loans/schedule'
import type { Amount } from '@tickmark/core/money/money'

export interface LoanFacts {
  id: string
  userId: number
  /** What was borrowed. */
  amount: Amount
  /** How many instalments the loan has. */
  instalments: number
}

declare module '../../module/events.ts' {
  interface EventMap {
    /** An application was approved, and its money is in the borrower's balance. */
    loan_disbursed: { loan: LoanFacts; first: Instalment; atMs: number }
    /** What borrowers are to be told of their loans. */
    loans_noticed: { loans: readonly { loan: LoanFacts; notices: readonly LoanNotice[] }[]; atMs: number }
  }
}
