import { REVIEW } from '@tickmark/core/loans/review'
import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import type { Language } from '@tickmark/texts/languages'
import { codeOfState, type LoanApplication } from '../application.ts'
import type { LoanDeps } from '../ports.ts'
import { countViews } from '../viewStore.ts'
import { listOwn } from '../store.ts'
import { whyText } from '../whyText.ts'
import { findDraft } from './draftStore.ts'

type Reply = ReplyOf<(typeof loanRoutes)['loanApplyList']>

/** The user's applications and loans, newest first, and the state of the identity check. */
export async function showApplications(
  deps: LoanDeps,
  { userId, nowMs, language }: { userId: number; nowMs: number; language: Language },
): Promise<Reply> {
  const own = await listOwn(deps.db, userId)
  const ids = own.map(({ application }) => application)
  const [paid, viewed, draft, isStaffed] = await Promise.all([
    deps.paid(deps.db, ids),
    countViews(deps.db, ids),
    findDraft(deps.db, userId, nowMs),
    deps.isStaffed(),
  ])
  const list = own.map((one) => ({
    id: one.application,
    state: codeOfState(one.state),
    amount: formatAmount(one.amount),
    paid: paid.get(one.application) ?? 0,
    instalments: one.instalments,
    createdAt: one.submittedAtMs,
    reason: whyText(one, language),
    mayResubmit: draft?.again === one.application,
    decidesAt: isStaffed || one.state !== 'under_review' ? null : one.submittedAtMs + REVIEW.afterMs,
    viewed: viewed.get(one.application) ?? 0,
  }))
  return { list, identity: identityOf(own, language) }
}

/** The state of the documents, by the newest application that was decided or is under review. */
function identityOf(own: readonly LoanApplication[], language: Language): Reply['identity'] {
  const newest = own.find(({ ending }) => ending !== 'withdrawn' && ending !== 'lapsed')
  switch (newest?.state) {
    case undefined:
      return { state: 'none', reason: null }
    case 'under_review':
      return { state: 'pending', reason: null }
    case 'active':
    case 'complete':
      return { state: 'verified', reason: null }
    case 'rejected':
      return { state: 'unsuccessful', reason: whyText(newest, language) }
  }
}
