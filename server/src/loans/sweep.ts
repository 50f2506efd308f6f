import { LOAN } from '@tickmark/core/loans/terms'
import { transact } from '../db/transact.ts'
import { coalesced } from '../platform/coalesce.ts'
import { messageOf } from '../platform/log.ts'
import { endApplication } from './endApplication.ts'
import type { LoanDeps } from './ports.ts'
import { hasLapsed } from './review/decide.ts'
import { listWrittenBy, lockApplication } from './store.ts'
import { clearEnded, deleteLoose, deleteStaleDrafts, rewrapOld } from './sweepStore.ts'

export interface Sweep {
  /** Sweeps now, and every ten minutes from now on. */
  start(): void
  /** Resolves after a sweep that began now. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 600_000

/** Ends what nobody decided in time, deletes what may no longer be kept, and moves old records to the newest key. */
export function loanSweep(deps: LoanDeps): Sweep {
  const { clock, log } = deps
  let cancel = () => {}
  let isStopped = false
  const work = async () => {
    cancel()
    try {
      await sweepOnce(deps)
    } catch (thrown) {
      log.warn('loans were not swept', { reason: messageOf(thrown) })
    }
    if (!isStopped) cancel = clock.at(clock.nowMs() + EVERY_MS, run.wake)
  }
  const run = coalesced(work, () => isStopped)
  return {
    start: run.wake,
    idle: run.idle,
    async stop() {
      isStopped = true
      cancel()
      await run.ended()
    },
  }
}

/**
 * Each step is a transaction of its own: dying between two leaves the rest to the next sweep, and a step that fails
 * leaves the others alone.
 */
async function sweepOnce(deps: LoanDeps): Promise<void> {
  const { db, clock, log } = deps
  const nowMs = clock.nowMs()
  const attempt = async (step: () => Promise<unknown>) => {
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
  await attempt(() => rewrapAll(deps))
}

/** Says so only when no record was left: then an older key is needed no more. */
async function rewrapAll({ db, log, vault }: LoanDeps): Promise<void> {
  let rewrapped = 0
  for (;;) {
    const done = await transact(db, (tx) => rewrapOld(tx, vault))
    if (done === 0) break
    rewrapped += done
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
