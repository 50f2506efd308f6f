import { randomUUID } from 'node:crypto'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { NOTHING_TYPED, type Typed } from '../application.ts'
import { deleteIfLoose, findFree } from '../pictures/pictureStore.ts'
import type { LoanDeps } from '../ports.ts'
import { openDetails, ownLook, sealDetails } from '../records.ts'
import { lockApplicant } from '../store.ts'
import { type Draft, findDraft, writeDraft } from './draftStore.ts'
import { maskedNumber } from './maskedNumber.ts'
import { type Applicant, refuseBlocked } from './whatBlocks.ts'

/** Fields of the form sent by a page: an absent field stays as it is. */
export type DraftChange = { [K in Exclude<keyof Typed, 'salt' | 'address'>]?: string | undefined } & {
  homeAddress?: string | undefined
  /** Null removes the photo and deletes it. */
  front?: string | null | undefined
  back?: string | null | undefined
}

/** Saves the input so far. Refuses `file_unknown`, and what blocks the user from applying. */
export function saveDraft(
  deps: LoanDeps,
  applicant: Applicant,
  change: DraftChange,
): Promise<{ draftId: string; until: number }> {
  const { userId, nowMs } = applicant
  return transact(deps.db, async (tx) => {
    await lockApplicant(tx, userId)
    await refuseBlocked(deps, tx, applicant)
    const before = await findDraft(tx, userId, nowMs)
    const { front, back, ...texts } = change
    const photos = {
      front: await photoOf(tx, userId, 'front', front, before),
      back: await photoOf(tx, userId, 'back', back, before),
    }
    const typed = merged(
      before ? await openDetails(tx, deps.vault, { userId, ...before }, ownLook(applicant)) : NOTHING_TYPED,
      texts,
    )
    const id = before?.id ?? randomUUID()
    const untilMs = Math.max(before?.untilMs ?? 0, nowMs + LOAN.draftLifeMs)
    const record = sealDetails(deps.vault, userId, typed)
    await writeDraft(tx, userId, { id, record, ...photos, again: before?.again ?? null, untilMs })
    for (const gone of [before?.front, before?.back]) {
      if (gone && gone !== photos.front && gone !== photos.back) await deleteIfLoose(tx, userId, gone)
    }
    return { draftId: id, until: untilMs }
  })
}

async function photoOf(
  tx: Tx,
  userId: number,
  purpose: 'front' | 'back',
  given: string | null | undefined,
  before: Draft | null,
): Promise<string | null> {
  if (given === undefined) return before?.[purpose] ?? null
  if (given === null) return null
  const picture = await findFree(tx, userId, given)
  if (picture?.purpose !== purpose) throw new Refused('file_unknown')
  return picture.id
}

/** A page that never saw the whole identity number may send its mask back. */
function merged(before: Typed, change: Omit<DraftChange, 'front' | 'back'>): Typed {
  const { idNumber, homeAddress: address, ...texts } = change
  const given = Object.entries({ ...texts, address }).filter(([, text]) => text !== undefined)
  const isMask = idNumber === undefined || (idNumber !== '' && idNumber === maskedNumber(before.idNumber))
  return { ...before, ...Object.fromEntries(given), idNumber: isMask ? before.idNumber : idNumber, salt: '' }
}
