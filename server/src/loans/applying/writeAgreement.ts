import { randomBytes, randomUUID } from 'node:crypto'
import { readApplication } from '@tickmark/core/loans/application'
import { detailsHash } from '@tickmark/core/loans/details'
import { LOAN } from '@tickmark/core/loans/terms'
import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { sha256 } from '../../platform/sha256.ts'
import { NOTHING_TYPED } from '../application.ts'
import type { LoanDeps } from '../ports.ts'
import { findOwnPicture, type Picture } from '../pictures/pictureStore.ts'
import { openDetails, ownLook, sealDetails } from '../records.ts'
import { lockApplicant } from '../store.ts'
import { type Draft, findDraft, writeUnsigned } from './draftStore.ts'
import { type Applicant, refuseBlocked } from './whatBlocks.ts'

/** Bytes of the salt of an agreement's details. */
const SALT = 16

/**
 * Writes the agreement for the user's current draft, to be signed within an hour. Refuses the draft's first fault, and what
 * blocks the user from applying.
 */
export function writeAgreement(
  deps: LoanDeps,
  applicant: Applicant,
  { site, borrower }: { site: string; borrower: string },
): Promise<ReplyOf<(typeof loanRoutes)['writeLoanAgreement']>> {
  const { userId, nowMs } = applicant
  return transact(deps.db, async (tx) => {
    await lockApplicant(tx, userId)
    await refuseBlocked(deps, tx, applicant)
    const draft = await findDraft(tx, userId, nowMs)
    const typed = draft
      ? await openDetails(tx, deps.vault, { userId, ...draft }, ownLook(applicant))
      : NOTHING_TYPED
    const read = readApplication(typed)
    if (!read.ok) throw new Refused(read.refusal.code)
    const photos = draft && (await photosOf(tx, userId, draft))
    if (!photos) throw new Refused('loan_picture_missing')
    const { details, amount, instalments } = read.value
    const salt = randomBytes(SALT).toString('hex')
    const application = randomUUID()
    const hash = detailsHash(details, salt, sha256)
    const facts = { application, site, borrower, instalments, details: hash }
    const record = sealDetails(deps.vault, userId, { ...typed, ...details, salt })
    const ids = { frontId: photos.front.id, backId: photos.back.id }
    await writeUnsigned(tx, userId, { ...facts, ...ids, amount, writtenAtMs: nowMs, record })
    return {
      ...facts,
      front: photos.front.sha256,
      back: photos.back.sha256,
      salt,
      named: details,
      amount: formatAmount(amount),
      writtenAt: nowMs,
      signBefore: nowMs + LOAN.agreementLifeMs,
    }
  })
}

/** Both photos of a draft; null when one is missing. */
async function photosOf(
  tx: Tx,
  userId: number,
  draft: Draft,
): Promise<{ front: Picture; back: Picture } | null> {
  const front = draft.front && (await findOwnPicture(tx, userId, draft.front))
  const back = draft.back && (await findOwnPicture(tx, userId, draft.back))
  return front && back ? { front, back } : null
}
