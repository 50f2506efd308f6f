import type { Payment } from '@tickmark/core/loans/collecting'
import { repaymentTermsOf, repaymentText } from '@tickmark/core/consent/repaymentConsent'
import { sign, type Consent } from '../../../wallets/signOrder.ts'

/** The borrower's signature for paying these debts of a loan. Throws `KeyLost`, `KeyDenied` or `ClockOff`. */
export function signRepayment(loan: string, payments: readonly Payment[]): Promise<Consent> {
  return sign((frame) => repaymentText({ ...frame, ...repaymentTermsOf(loan, payments) }))
}
