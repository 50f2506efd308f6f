import { afterPayments, owedOn, repaymentOf, sumOf, type RunningLoan } from '@tickmark/core/loans/collecting'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { LoanSchedule } from './nextEvent.ts'

/** One way to repay: the next instalment, all that are left, or the late fee alone. */
export interface RepayChoice {
  key: 'next' | 'all' | 'fee'
  /** Instalments that it pays. */
  count: number
  /** The late fee in it; 0 when none is owed. */
  fee: Amount
  sum: Amount
  /** What is still to be paid after it. */
  left: Amount
}

/** What can be paid now, as the server will book it: a late fee that is owed is part of every choice. */
export function repayChoices(schedule: LoanSchedule): RepayChoice[] {
  const loan = runningLoanOf(schedule)
  const unpaid = loan.instalments.filter((one) => !one.isPaid).length
  const choiceOf = (key: RepayChoice['key'], count: number): RepayChoice => {
    const payments = repaymentOf(loan, count)
    const fee = sumOf(payments.filter((one) => one.number === 0))
    return { key, count, fee, sum: sumOf(payments), left: owedOn(afterPayments(loan, payments)) }
  }
  return [
    ...(unpaid > 0 ? [choiceOf('next', 1)] : []),
    ...(unpaid > 1 ? [choiceOf('all', unpaid)] : []),
    ...(loan.fee === 'owed' ? [choiceOf('fee', 0)] : []),
  ]
}

/** What is missing for a sum; null when the balance is enough, or not known yet. */
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
