import { formatAmount } from '@tickmark/core/money/money'
import { LOAN } from '@tickmark/core/loans/terms'
import type { operatorLoanRoutes } from '@tickmark/wire/routes/operators/loans'
import { type Answers, type CallContext, operatorOf } from '../http/calls/context.ts'
import { codeOfState } from './application.ts'
import type { LoanDeps } from './ports.ts'
import { approve, askAgain, reject } from './review/decide.ts'
import { pictureForReview, readForReview } from './review/readForReview.ts'
import { listQueue } from './store.ts'

/** The reviewers' API. */
export function loanOperatorAnswers(deps: LoanDeps): Answers<typeof operatorLoanRoutes> {
  return {
    async deskLoans({ pageNum, pageSize }) {
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
    async deskLoan({ applyId, reason }, context) {
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
    async deskLoanPicture({ applyId, purpose, reason }, context) {
      const viewer = operatorOf(context).address
      const asked = { id: applyId, what: purpose, viewer, reason, nowMs: context.nowMs }
      return { picture: (await pictureForReview(deps, asked)).toString('base64') }
    },
    async deskApproveLoan({ applyId }, context) {
      await approve(deps, decidedBy(context, applyId))
      return { state: codeOfState('active') }
    },
    async deskRejectLoan({ applyId, reason }, context) {
      await reject(deps, { ...decidedBy(context, applyId), why: { reason } })
      return { state: codeOfState('rejected') }
    },
    async deskAskLoanAgain({ applyId, reason }, context) {
      await askAgain(deps, { ...decidedBy(context, applyId), why: { reason } })
      return { state: codeOfState('rejected') }
    },
  }
}

function decidedBy(context: CallContext, id: string) {
  return { id, by: operatorOf(context).address, nowMs: context.nowMs }
}
