import type { LoanNotice } from '@tickmark/core/loans/collecting'
import type { Instalment } from '@tickmark/core/loans/schedule'
import type { Amount } from '@tickmark/core/money/money'

export interface LoanFacts {
  id: string
  userId: number
  /** The borrowed amount. */
  amount: Amount
  /** The loan's number of instalments. */
  instalments: number
}

declare module '../../module/events.ts' {
  interface EventMap {
    /** An application was approved, and its money is in the borrower's balance. */
    loan_disbursed: { loan: LoanFacts; first: Instalment; atMs: number }
    /** Notices for borrowers about their loans. */
    loans_noticed: { loans: readonly { loan: LoanFacts; notices: readonly LoanNotice[] }[]; atMs: number }
  }
}
