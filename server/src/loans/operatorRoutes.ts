import { formatAmount } from '@tickmark/core/money/money'
import { owedOn, standingOf } from '@tickmark/core/loans/collecting'
import { LOAN } from '@tickmark/core/loans/terms'
import type { operatorLoanRoutes } from '@tickmark/wire/routes/operators/loans'
import { type Answers, type CallContext, operatorOf } from '../http/calls/context.ts'
import { codeOfState } from './application.ts'
import { runningOf, type Loan } from './lending/loan.ts'
import { runningLoans } from './lending/store.ts'
import type { LoanDeps } from './ports.ts'
import { askAgain, reject } from './review/decide.ts'
import { pictureForReview, readForReview } from './review/readForReview.ts'
import { listQueue } from './store.ts'

/** The reviewers' API. */
export function loanOperatorAnswers(deps: LoanDeps): Answers<typeof operatorLoanRoutes> {
  return {
    async consoleLoans({ pageNum, pageSize }) {
      const { list, total } = await listQueue(deps.db, { page: Math.max(0, pageNum - 1), pageSize })
      const shown = list.map(({ application: id, amount, instalments, submittedAtMs, writtenAtMs }) => ({
        id,
        amount: formatAmount(amount),
        instalments,
        submittedAt: submittedAtMs,
        decideBefore: writtenAtMs + LOAN.decisionLifeMs,
      }))
      return { list: shown, total }
    },
    async consoleLentLoans({ pageNum, pageSize }, { nowMs }) {
      const { list, total } = await runningLoans(deps.db, { page: Math.max(0, pageNum - 1), pageSize })
      return { list: list.flatMap((loan) => lentView(loan, nowMs)), total }
    },
    async consoleLoan({ applyId, reason }, context) {
      const asked = { id: applyId, viewer: operatorOf(context).address, reason, nowMs: context.nowMs }
      const { application, details, pictures, views } = await readForReview(deps, asked)
      return {
        id: applyId,
        state: codeOfState(application.state),
        amount: formatAmount(application.amount),
        instalments: application.instalments,
        borrower: application.borrower,
        submittedAt: application.submittedAtMs,
        details,
        pictures: pictures.map(({ purpose, width, height }) => ({ purpose, width, height })),
        views: views.map(({ what, viewer, reason: why, atMs }) => ({ what, viewer, reason: why, at: atMs })),
      }
    },
    async consoleLoanPicture({ applyId, purpose, reason }, context) {
      const viewer = operatorOf(context).address
      const asked = { id: applyId, what: purpose, viewer, reason, nowMs: context.nowMs }
      return { picture: (await pictureForReview(deps, asked)).toString('base64') }
    },
    async consoleRejectLoan({ applyId, reason }, context) {
      await reject(deps, { ...decidedBy(context, applyId), why: { reason } })
      return { state: codeOfState('rejected') }
    },
    async consoleAskLoanAgain({ applyId, reason }, context) {
      await askAgain(deps, { ...decidedBy(context, applyId), why: { reason } })
      return { state: codeOfState('rejected') }
    },
  }
}

/** A loan in the operators' list; nothing for a loan repaid since it was read. */
function lentView(loan: Loan, nowMs: number) {
  const next = loan.instalments.find((one) => !one.isPaid)
  if (!next) return []
  const running = runningOf(loan)
  const { id, userId, amount, instalments } = loan
  return {
    id,
    userId,
    amount: formatAmount(amount),
    instalments: instalments.length,
    paid: instalments.filter((one) => one.isPaid).length,
    owed: formatAmount(owedOn(running)),
    next: formatAmount(next.amount),
    due: next.due,
    standing: standingOf(next, nowMs),
    hasLateFee: running.fee !== 'none',
  }
}

function decidedBy(context: CallContext, id: string) {
  return { id, by: operatorOf(context).address, nowMs: context.nowMs }
}
