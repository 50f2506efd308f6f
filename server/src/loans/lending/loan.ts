import type { OwedInstalment, RunningLoan } from '@tickmark/core/loans/collecting'
import type { Amount } from '@tickmark/core/money/money'
import type { LoanFacts } from './events.ts'

/** An instalment as it is stored. */
export interface StoredInstalment extends OwedInstalment {
  paidAtMs: number | null
}

/** A disbursed loan with all its instalments. */
export interface Loan extends Omit<LoanFacts, 'instalments'> {
  amount: Amount
  writtenAtMs: number
  startedAtMs: number
  feeAtMs: number | null
  feePaidAtMs: number | null
  endedAtMs: number | null
  instalments: readonly StoredInstalment[]
}

/** The facts that core decides on. */
export function runningOf({ amount, instalments, feeAtMs, feePaidAtMs }: Loan): RunningLoan {
  const charged = feePaidAtMs === null ? 'owed' : 'paid'
  return { amount, instalments, fee: feeAtMs === null ? 'none' : charged }
}

export function factsOf({ id, userId, amount, instalments }: Loan): LoanFacts {
  return { id, userId, amount, instalments: instalments.length }
}
