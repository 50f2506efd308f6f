import { HOUSE, type AccountKey } from '@tickmark/core/ledger/accounts'
import type { Payment } from '@tickmark/core/loans/collecting'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Posting } from '../../ledger/post.ts'
import type { LoanFacts } from './events.ts'

/** The money lent: from the pool to the borrower. */
export function disbursement({ id, userId, amount }: Omit<LoanFacts, 'instalments'>): Posting {
  return { from: house('lending'), to: borrower(userId), amount, ref: id, cause: 'loan', leg: 0 }
}

/** A borrower's payment: an instalment returns to the pool, the late fee (number 0) goes to the house's fees. */
export function repayment(loan: { id: string; userId: number }, { number, amount }: Payment): Posting {
  const to = house(number === 0 ? 'fees' : 'lending')
  return { from: borrower(loan.userId), to, amount, ref: loan.id, cause: 'repayment', leg: number }
}

function borrower(owner: number): AccountKey {
  return { owner, book: 'real', currency: LOAN.currency, kind: 'available' }
}

function house(kind: 'lending' | 'fees'): AccountKey {
  return { owner: HOUSE, book: 'real', currency: LOAN.currency, kind }
}
