import { formatAmount } from '@tickmark/core/money/money'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { type Answers, type CallContext, keyOf, sessionOf, userOf } from '../http/calls/context.ts'
import { apply } from './applying/apply.ts'
import { saveDraft } from './applying/saveDraft.ts'
import { sealedFile } from './applying/sealedFile.ts'
import { showApplications } from './applying/showApplications.ts'
import { showDraft } from './applying/showDraft.ts'
import { type Applicant, refuseBlocked } from './applying/whatBlocks.ts'
import { withdraw } from './applying/withdraw.ts'
import { writeAgreement } from './applying/writeAgreement.ts'
import { pictureView } from './pictures/pictureView.ts'
import { takePicture } from './pictures/takePicture.ts'
import type { LoanDeps } from './ports.ts'

/** A user's calls about lending, answered by `lending/`. */
type LendingCalls = 'loanOrderList' | 'repayLoan'

/** The user's API for applications. */
export function loanAnswers(deps: LoanDeps): Omit<Answers<typeof loanRoutes>, LendingCalls> {
  return {
    async loanUpload({ purpose }, context) {
      const { picture, nowMs } = context
      await refuseBlocked(deps, deps.db, applicantOf(context))
      return pictureView(await takePicture(deps, { userId: userOf(context).id, purpose, picture, nowMs }))
    },
    getLoanDraft: (_, context) => showDraft(deps, applicantOf(context), context.language),
    saveLoanDraft: (change, context) => saveDraft(deps, applicantOf(context), change),
    writeLoanAgreement: (_, context) =>
      writeAgreement(deps, applicantOf(context), { site: context.origin, borrower: userOf(context).address }),
    async loanApply({ application, drawing, signature }, context) {
      const { walletType } = sessionOf(context)
      const signed = { application, drawing, signature, walletType, key: keyOf(context) }
      const amount = formatAmount(await apply(deps, applicantOf(context), signed))
      return { message: textOfAnswer('loanSubmitted', context.language, { amount }), id: application }
    },
    async withdrawLoan({ applyId }, context) {
      const asked = { userId: userOf(context).id, id: applyId, nowMs: context.nowMs }
      const amount = formatAmount(await withdraw(deps, asked))
      return { message: textOfAnswer('loanWithdrawn', context.language, { amount }) }
    },
    loanApplyList: (_, context) =>
      showApplications(deps, {
        userId: userOf(context).id,
        nowMs: context.nowMs,
        language: context.language,
      }),
    async getLoanFile({ applyId }, context) {
      const asked = { userId: userOf(context).id, id: applyId, nowMs: context.nowMs }
      return { file: await sealedFile(deps, asked) }
    },
  }
}

function applicantOf(context: CallContext): Applicant {
  return { userId: userOf(context).id, book: context.book, nowMs: context.nowMs }
}
