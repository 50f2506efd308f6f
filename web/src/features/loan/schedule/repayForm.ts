import {
  afterPayments,
  owedOn,
  repaymentOf,
  sumOf,
  type Payment,
  type RunningLoan,
} from '@tickmark/core/loans/collecting'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { LoanSchedule } from './nextEvent.ts'

/** One repayment choice: the next instalment, all remaining ones, or only the late fee. */
export interface RepayChoice {
  key: 'next' | 'all' | 'fee'
  /** Number of instalments it pays. */
  count: number
  /** The late fee included; 0 when none is due. */
  fee: Amount
  sum: Amount
  /** The debts that it pays, as the borrower signs them. */
  payments: readonly Payment[]
  /** The debt that remains after it. */
  left: Amount
}

/** The current choices, as the server will book them; each includes a late fee that is due. */
export function repayChoices(schedule: LoanSchedule): RepayChoice[] {
  const loan = runningLoanOf(schedule)
  const unpaid = loan.instalments.filter((one) => !one.isPaid).length
  const choiceOf = (key: RepayChoice['key'], count: number): RepayChoice => {
    const payments = repaymentOf(loan, count)
    const fee = sumOf(payments.filter((one) => one.number === 0))
    return { key, count, fee, sum: sumOf(payments), payments, left: owedOn(afterPayments(loan, payments)) }
  }
  return [
    ...(unpaid > 0 ? [choiceOf('next', 1)] : []),
    ...(unpaid > 1 ? [choiceOf('all', unpaid)] : []),
    ...(loan.fee === 'owed' ? [choiceOf('fee', 0)] : []),
  ]
}

/** The sum missing from the balance; null when the balance is enough, or not known yet. */
export function missingFor(sum: Amount, available: Amount | null): Amount | null {
  return available !== null && available < sum ? sum - available : null
}

function runningLoanOf({ apply, orders }: LoanSchedule): RunningLoan {
  return {
    amount: unitsOf(apply.totalAmount),
    fee: apply.lateFee.state,
    instalments: orders.map(({ number, amount, due, status }) => ({
      number,
      amount: unitsOf(amount),
      due,
      isPaid: status === 1,
      told: 0,
      warnedAtMs: null,
    })),
  }
}

function unitsOf(decimal: string): Amount {
  return parseAmount(decimal) ?? 0n
}
