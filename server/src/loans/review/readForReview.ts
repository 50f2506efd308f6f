import { HOUR_MS, utcDate } from '@tickmark/core/days'
import { transact } from '../../db/transact.ts'
import type { Tx } from '../../db/pool.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { detailsOf, type LoanApplication } from '../application.ts'
import type { Details } from '@tickmark/core/loans/details'
import { type Picture, picturesOf, type Purpose } from '../pictures/pictureStore.ts'
import type { LoanDeps } from '../ports.ts'
import { openDetails, openPicture } from '../records.ts'
import { findApplication, recordOf } from '../store.ts'
import { listViews, lockViewer, type Seen, type View, viewTimes } from '../viewStore.ts'

/** An operator's request to view something, with the reason. */
interface Asked {
  id: string
  viewer: string
  reason: string
  nowMs: number
}

/** Details and pictures that one operator may view in an hour. */
const MOST_VIEWS = 30

export interface Reviewed {
  application: LoanApplication
  /** Null once deleted. */
  details: Details | null
  pictures: Picture[]
  views: View[]
}

/**
 * An application with its details, for an operator. Refuses `loan_unknown`, and `too_many_requests` after 30 views in an hour.
 */
export function readForReview(deps: LoanDeps, asked: Asked): Promise<Reviewed> {
  return transact(deps.db, async (tx) => {
    const application = await findApplication(tx, asked.id)
    if (!application) throw new Refused('loan_unknown')
    const look = await lookOf(tx, application, asked, 'details')
    const record = await recordOf(tx, asked.id)
    const { userId } = application
    const details = record && (await openDetails(tx, deps.vault, { userId, record }, look))
    return {
      application,
      details: details && detailsOf(details),
      pictures: await picturesOf(tx, asked.id),
      views: await listViews(tx, asked.id),
    }
  })
}

/** A picture for an operator, watermarked with the viewer and the day; refuses as `readForReview` does. */
export async function pictureForReview(deps: LoanDeps, asked: Asked & { what: Purpose }): Promise<Buffer> {
  const content = await transact(deps.db, async (tx) => {
    const application = await findApplication(tx, asked.id)
    const picture = (await picturesOf(tx, asked.id)).find(({ purpose }) => purpose === asked.what)
    if (!application || !picture) throw new Refused('loan_unknown')
    return openPicture(tx, deps.vault, picture.id, await lookOf(tx, application, asked, asked.what))
  })
  if (!content) throw new Refused('loan_unknown')
  const mark = `${asked.viewer} ${utcDate(asked.nowMs)}`
  return (await deps.redrawing.redraw(content, { operator: asked.viewer }, { mark })).content
}

/** Logs a view, in the applicant's log and in the operators'. */
async function lookOf(
  tx: Tx,
  { userId }: LoanApplication,
  { id, viewer, reason, nowMs }: Asked,
  what: Seen,
): Promise<View> {
  await lockViewer(tx, viewer)
  const times = await viewTimes(tx, viewer, nowMs - HOUR_MS)
  const [first = nowMs] = times
  if (times.length >= MOST_VIEWS) throw tooMany(Math.max(1_000, first + HOUR_MS - nowMs))
  await recordAction(tx, {
    operator: viewer,
    action: 'loans.view',
    subject: `loan ${id}`,
    userId,
    details: { what, reason },
    atMs: nowMs,
  })
  return { application: id, what, viewer, reason, atMs: nowMs }
}
