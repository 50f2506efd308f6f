import { unreachable } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { feeFromMs, owedOn, standingOf } from '@tickmark/core/loans/collecting'
import { dateAfter } from '@tickmark/core/loans/schedule'
import { LOAN, LOAN_STATES, lateFeeOf } from '@tickmark/core/loans/terms'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { keyOf, userOf, type Answers } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { refusedConsent } from '../../http/calls/signedText.ts'
import type { Runtime } from '../../module/runtime.ts'
import { runningOf, type Loan } from './loan.ts'
import { repayLoan } from './repayLoan.ts'
import { ownLoan } from './store.ts'

type LendingRoutes = Pick<typeof loanRoutes, 'loanOrderList' | 'repayLoan'>

/** The user's API for disbursed loans. */
export function lendingAnswers(deps: Pick<Runtime, 'database' | 'clock' | 'events'>): Answers<LendingRoutes> {
  return {
    async loanOrderList({ applyId }, context) {
      const loan = await ownLoan(deps.database.db, userOf(context).id, applyId)
      if (loan === null) throw new Refused('loan_unknown')
      return scheduleView(loan, context.nowMs)
    },
    async repayLoan({ applyId, instalments, owed, consent }, context) {
      const done = await repayLoan(deps, {
        userId: userOf(context).id,
        key: keyOf(context),
        id: applyId,
        instalments,
        owed: parseAmount(owed) ?? 0n,
        consent,
        session: context.session,
      })
      if (!done.ok) throw refusedRepayment(done.refusal)
      const paid = formatAmount(done.value.paid)
      const left = formatAmount(done.value.left)
      const message =
        done.value.left === 0n
          ? textOfAnswer('loanComplete', context.language, { amount: paid })
          : textOfAnswer('loanPaid', context.language, { amount: paid, left })
      return { message, paid, left }
    },
  }
}

type RepayDenial = Extract<Awaited<ReturnType<typeof repayLoan>>, { ok: false }>['refusal']

function refusedRepayment(refusal: RepayDenial): Refused {
  switch (refusal.code) {
    case 'insufficient_funds': {
      const currency = currencyById(LOAN.currency)?.code ?? ''
      return new Refused(refusal.code, { currency, available: formatAmount(refusal.available) })
    }
    case 'consent':
      return refusedConsent(refusal.refusal)
    case 'consent_missing':
    case 'consent_used':
    case 'loan_unknown':
    case 'loan_not_running':
    case 'loan_repaid':
    case 'loan_sum_changed':
    case 'key_reused':
      return new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}

function scheduleView(loan: Loan, nowMs: number): ReplyOf<LendingRoutes['loanOrderList']> {
  const { id, amount, instalments } = loan
  const running = runningOf(loan)
  const oldest = instalments.find((one) => !one.isPaid)
  return {
    apply: {
      id,
      totalAmount: formatAmount(amount),
      instalments: instalments.length,
      paid: instalments.filter((one) => one.isPaid).length,
      state: LOAN_STATES.indexOf(loan.endedAtMs === null ? 'active' : 'complete'),
      startedAt: loan.startedAtMs,
      termEnds: dateAfter(loan.writtenAtMs, instalments.length),
      lateFee: {
        amount: formatAmount(lateFeeOf(amount)),
        state: running.fee,
        at: loan.feeAtMs,
        from: running.fee === 'none' && oldest ? feeFromMs(oldest, nowMs) : null,
      },
      owed: formatAmount(owedOn(running)),
    },
    orders: instalments.map((one) => ({
      number: one.number,
      amount: formatAmount(one.amount),
      due: one.due,
      status: one.isPaid ? 1 : 0,
      paidAt: one.paidAtMs,
      standing: standingOf(one, nowMs),
    })),
  }
}
