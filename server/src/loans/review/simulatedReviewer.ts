import { HOUR_MS } from '@tickmark/core/days'
import { judgeSimulated, type PhotoFacts, REVIEW, type ReviewRule } from '@tickmark/core/loans/review'
import { assert } from '@tickmark/core/assert'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { messageOf } from '../../platform/log.ts'
import { timedWork, type TimedWork } from '../../platform/timedWork.ts'
import { detailsOf, SIMULATED } from '../application.ts'
import { whatPauses } from '../applying/whatBlocks.ts'
import { picturesOf, type Purpose } from '../pictures/pictureStore.ts'
import type { LoanDeps } from '../ports.ts'
import { openDetails, openPicture } from '../records.ts'
import { findApplication, firstSubmittedAt, listSubmittedBy, recordOf } from '../store.ts'
import { approveSimulated, reject } from './decide.ts'
import type { View } from '../viewStore.ts'

/** Delay before it looks again at an application that it could not judge. */
const AGAIN_MS = 30_000
/** Delay before it checks again whether it is needed. */
const UNWANTED_MS = 30_000
/** Delay before it looks again at an application whose owner takes a break. */
const PAUSED_MS = HOUR_MS

/**
 * Decides applications by published rules, `REVIEW.afterMs` after their submission, while no operator may. It works from the
 * table and the clock, so a restart loses nothing; a decision made first by another server stays.
 */
export function simulatedReviewer(deps: LoanDeps): TimedWork {
  const { db, clock, log } = deps
  return timedWork(clock, async (isStopped) => {
    let againAtMs = Infinity
    const dueMs = clock.nowMs() - REVIEW.afterMs
    try {
      if (await deps.isStaffed()) {
        const first = await firstSubmittedAt(db, 0)
        return first === null ? null : clock.nowMs() + UNWANTED_MS
      }
      for (const id of await listSubmittedBy(db, dueMs)) {
        if (isStopped()) return null
        againAtMs = Math.min(againAtMs, await decideOrPutOff(deps, id))
      }
      const next = await firstSubmittedAt(db, dueMs)
      if (next !== null) againAtMs = Math.min(againAtMs, next + REVIEW.afterMs)
    } catch (thrown) {
      log.warn('the simulated reviewer could not look', { reason: messageOf(thrown) })
      againAtMs = clock.nowMs() + AGAIN_MS
    }
    return againAtMs < Infinity ? againAtMs : null
  })
}

/** When to look again, ms since 1970; infinity once it is decided. */
async function decideOrPutOff(deps: LoanDeps, id: string): Promise<number> {
  const { clock, log } = deps
  try {
    return (await decide(deps, id)) ? Infinity : clock.nowMs() + PAUSED_MS
  } catch (thrown) {
    log.warn('the simulated reviewer could not decide', { application: id, reason: messageOf(thrown) })
    return clock.nowMs() + AGAIN_MS
  }
}

/** False while its owner takes a break, because the money would arrive during it. */
async function decide(deps: LoanDeps, id: string): Promise<boolean> {
  const { db, clock } = deps
  const application = await findApplication(db, id)
  if (!application || (await whatPauses(deps, db, { ...application, nowMs: clock.nowMs() }))) return false
  const rule = await judge(deps, id)
  const nowMs = clock.nowMs()
  try {
    if (rule === null) await approveSimulated(deps, id, nowMs)
    else await reject(deps, { id, by: SIMULATED, why: { rule }, nowMs })
  } catch (thrown) {
    // Withdrawn, lapsed, or decided by another server.
    if (!(thrown instanceof Refused && thrown.code === 'loan_decided')) throw thrown
  }
  return true
}

/** The first rule that the application breaks; each item it reads is logged, as with an operator. */
async function judge(deps: LoanDeps, id: string): Promise<ReviewRule | null> {
  const { db, vault } = deps
  const seen = await transact(db, async (tx) => {
    const application = await findApplication(tx, id)
    const record = await recordOf(tx, id)
    assert(application && record, 'an application under review has its details')
    const { userId, amount } = application
    const look = (what: View['what']): View => {
      return { application: id, what, viewer: SIMULATED, reason: 'rules', atMs: deps.clock.nowMs() }
    }
    const pictures = await picturesOf(tx, id)
    const photo = async (purpose: Purpose) => {
      const picture = pictures.find((one) => one.purpose === purpose)
      const content = picture && (await openPicture(tx, vault, picture.id, look(purpose)))
      assert(content, 'an application under review has its photos')
      return { content, side: Math.min(picture.width, picture.height) }
    }
    const details = detailsOf(await openDetails(tx, vault, { userId, record }, look('details')))
    return { details, amount, front: await photo('front'), back: await photo('back') }
  })
  const factsOf = async ({ content, side }: typeof seen.front): Promise<PhotoFacts> => {
    return { side, isOneColour: await deps.redrawing.isOneColour(content, { operator: SIMULATED }) }
  }
  return judgeSimulated({
    ...seen,
    front: await factsOf(seen.front),
    back: await factsOf(seen.back),
    pool: await deps.pool(db),
  })
}
