import type { ReplyOf } from '@tickmark/wire/call'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import type { Language } from '@tickmark/texts/languages'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { refusalText } from '../../http/calls/refused.ts'
import { findOwnPicture } from '../pictures/pictureStore.ts'
import { pictureView } from '../pictures/pictureView.ts'
import type { LoanDeps } from '../ports.ts'
import { openDetails, ownLook } from '../records.ts'
import { findApplication } from '../store.ts'
import { whyText } from '../whyText.ts'
import { type Draft, findDraft } from './draftStore.ts'
import { maskedNumber } from './maskedNumber.ts'
import { type Applicant, refusedBlock, whatBlocks } from './whatBlocks.ts'

type Reply = ReplyOf<(typeof loanRoutes)['getLoanDraft']>

/** The user's draft, and what blocks a new application. */
export function showDraft(deps: LoanDeps, applicant: Applicant, language: Language): Promise<Reply> {
  return transact(deps.db, async (tx) => {
    const draft = await findDraft(tx, applicant.userId, applicant.nowMs)
    const block = await whatBlocks(deps, tx, applicant)
    return {
      draft: draft && (await shown(tx, deps, draft, applicant, language)),
      blocked: block && {
        code: block.code,
        message: refusalText(block.code, language, refusedBlock(block).facts),
      },
      reviewer: (await deps.isStaffed()) ? 'people' : 'simulated',
    }
  })
}

async function shown(
  tx: Tx,
  { vault }: LoanDeps,
  draft: Draft,
  applicant: Applicant,
  language: Language,
): Promise<Reply['draft']> {
  const { userId } = applicant
  const {
    salt: _,
    idNumber,
    address: homeAddress,
    ...typed
  } = await openDetails(tx, vault, { userId, ...draft }, ownLook(applicant))
  const photo = async (id: string | null) => {
    const picture = id === null ? null : await findOwnPicture(tx, userId, id)
    return picture && pictureView(picture)
  }
  const again = draft.again === null ? null : await findApplication(tx, draft.again)
  return {
    ...typed,
    homeAddress,
    idNumber: maskedNumber(idNumber),
    front: await photo(draft.front),
    back: await photo(draft.back),
    until: draft.untilMs,
    asked: again && whyText(again, language),
  }
}
