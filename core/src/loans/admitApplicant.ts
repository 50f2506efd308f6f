import { pauseAt, type PauseRefusal, type Pauses } from '../limits/pauses.ts'
import type { Book } from '../money/currencies.ts'

/** The facts that decide whether a user may apply for a loan. */
export interface ApplicantFacts {
  /** Whether the house accepts applications. */
  isOpen: boolean
  book: Book
  /** Whether the user has an open application or a running loan. */
  hasOpenLoan: boolean
  pauses: Pauses
}

/** A reason that keeps a user from applying for a loan. */
export type LoanBlock = { code: 'loans_closed' | 'loan_account_simulated' | 'loan_open' } | PauseRefusal

/** Why a user cannot apply now; null when he can. */
export function whatBlocksLoan(
  { isOpen, book, hasOpenLoan, pauses }: ApplicantFacts,
  nowMs: number,
): LoanBlock | null {
  if (!isOpen) return { code: 'loans_closed' }
  if (book === 'simulated') return { code: 'loan_account_simulated' }
  return hasOpenLoan ? { code: 'loan_open' } : pauseAt(pauses, nowMs)
}
