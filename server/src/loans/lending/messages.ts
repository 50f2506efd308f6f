import { unreachable } from '@tickmark/core/assert'
import {
  feeFromMs,
  type LoanNotice,
  type OwedInstalment,
  type Payment,
} from '@tickmark/core/loans/collecting'
import { lateFeeOf } from '@tickmark/core/loans/terms'
import { formatAmount } from '@tickmark/core/money/money'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { momentText } from '../../http/calls/refused.ts'
import type { MessageWriters } from '../../module/module.ts'
import type { LoanFacts } from './events.ts'

/** Messages to borrowers; the ref makes each unique, so that a repeated look notifies nobody twice. */
export const lendingMessages: MessageWriters = {
  loan_disbursed: ({ loan: { id, userId, amount, instalments }, first, atMs }) => [
    {
      userId,
      ref: `loan_disbursed:${id}`,
      kind: 'loan_disbursed',
      facts: {
        amount: formatAmount(amount),
        of: String(instalments),
        first: formatAmount(first.amount),
        date: first.due,
      },
      atMs,
    },
  ],
  loans_noticed: ({ loans, atMs }) =>
    loans.flatMap(({ loan, notices }) => notices.map((notice) => messageOn(loan, notice, atMs))),
}

function messageOn(loan: LoanFacts, notice: LoanNotice, atMs: number): NewMessage {
  const { id, userId } = loan
  const fee = formatAmount(lateFeeOf(loan.amount))
  switch (notice.kind) {
    case 'due': {
      const { number, told, due } = notice.instalment
      const facts = { ...factsOf(loan, notice.instalment), date: due }
      return { userId, ref: `loan_due:${id}:${number}:${told}`, kind: 'loan_due', facts, atMs }
    }
    case 'uncollected': {
      const { number } = notice.instalment
      const ref = `loan_uncollected:${id}:${number}`
      const facts = factsOf(loan, notice.instalment)
      if (!notice.mayCostFee) return { userId, ref, kind: 'loan_unpaid', facts, atMs }
      const more = { fee, until: untilOf(notice.instalment, atMs) }
      return { userId, ref, kind: 'loan_uncollected', facts: { ...facts, ...more }, atMs }
    }
    case 'fee_near': {
      const facts = { ...factsOf(loan, notice.instalment), fee, until: untilOf(notice.instalment, atMs) }
      const ref = `loan_fee_near:${id}:${notice.instalment.number}`
      return { userId, ref, kind: 'loan_fee_near', facts, atMs }
    }
    case 'fee_charged': {
      const { number, of } = factsOf(loan, notice.instalment)
      return {
        userId,
        ref: `loan_fee_charged:${id}`,
        kind: 'loan_fee_charged',
        facts: { fee, number, of },
        atMs,
      }
    }
    case 'collected': {
      const { payment } = notice
      const ref = `loan_collected:${id}:${payment.number}`
      if (payment.number === 0) return { userId, ref, kind: 'loan_fee_collected', facts: { fee }, atMs }
      return { userId, ref, kind: 'loan_collected', facts: factsOf(loan, payment), atMs }
    }
    case 'complete': {
      const facts = { amount: formatAmount(loan.amount) }
      return { userId, ref: `loan_complete:${id}`, kind: 'loan_complete', facts, atMs }
    }
    default:
      return unreachable(notice)
  }
}

function factsOf({ instalments }: LoanFacts, { number, amount }: Payment) {
  return { number: String(number), of: String(instalments), amount: formatAmount(amount) }
}

/** The moment from which an instalment may cost a late fee, as known at a given time. */
function untilOf(instalment: OwedInstalment, atMs: number): string {
  return momentText(feeFromMs(instalment, atMs))
}
