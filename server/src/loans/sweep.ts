import { LOAN } from '@tickmark/core/loans/terms'
import { transact } from '../db/transact.ts'
import { messageOf } from '../platform/log.ts'
import { timedWork, type TimedWork } from '../platform/timedWork.ts'
import { endApplication } from './endApplication.ts'
import type { LoanDeps } from './ports.ts'
import { hasLapsed } from './review/decide.ts'
import { listWrittenBy, lockApplication } from './store.ts'
import { clearEnded, deleteLoose, deleteStaleDrafts, rewrapOld } from './sweepStore.ts'

const EVERY_MS = 600_000

/**
 * Ends undecided applications in time, deletes what may no longer be stored, and moves old records to the newest key: when woken,
 * and every ten minutes after that.
 */
export function loanSweep(deps: LoanDeps): TimedWork {
  const { clock, log } = deps
  return timedWork(clock, async (isStopped) => {
    try {
      await sweepOnce(deps, isStopped)
    } catch (thrown) {
      log.warn('loans were not swept', { reason: messageOf(thrown) })
    }
    return clock.nowMs() + EVERY_MS
  })
}

/**
 * Each step is its own transaction: a crash between two leaves the rest to the next sweep, and a failed step does not affect the
 * others.
 */
async function sweepOnce(deps: LoanDeps, isStopped: () => boolean): Promise<void> {
  const { db, clock, log } = deps
  const nowMs = clock.nowMs()
  const attempt = async (step: () => Promise<unknown>) => {
    if (isStopped()) return
    try {
      await step()
    } catch (thrown) {
      log.warn('loans were not swept', { reason: messageOf(thrown) })
    }
  }
  for (const id of await listWrittenBy(db, nowMs - LOAN.decisionLifeMs)) {
    await attempt(() => lapse(deps, id, nowMs))
  }
  await attempt(() => deleteStaleDrafts(db, nowMs, nowMs - LOAN.agreementLifeMs))
  await attempt(async () => {
    const cleared = await transact(db, (tx) => clearEnded(tx, nowMs - LOAN.rejectedLifeMs, nowMs))
    if (cleared > 0) log.info('deleted the details and pictures of ended loan applications', { cleared })
  })
  await attempt(() => deleteLoose(db, nowMs - LOAN.draftLifeMs))
  await attempt(() => rewrapAll(deps, isStopped))
}

/** Reports only once no record is left under an older key: that key is then no longer needed. */
async function rewrapAll({ db, log, vault }: LoanDeps, isStopped: () => boolean): Promise<void> {
  if (vault.size === 1) return // no record is under another key: `checkKeys`
  let rewrapped = 0
  let isLeft = true
  while (isLeft) {
    if (isStopped()) return
    const done = await transact(db, (tx) => rewrapOld(tx, vault))
    rewrapped += done
    isLeft = done > 0
  }
  if (rewrapped > 0) log.info('wrapped all records under the newest vault key', { rewrapped })
}

async function lapse(deps: LoanDeps, id: string, nowMs: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (application?.state !== 'under_review' || !hasLapsed(application, nowMs)) return
    await endApplication(tx, deps, application, { ending: 'lapsed', decision: null, atMs: nowMs })
  })
}
