import { accept, type Decision, refuse } from '@tickmark/core/decision'
import { HOUR_MS, monthsLater } from '@tickmark/core/limits/limits'
import { transact } from '../db/transact.ts'
import type { LimitsDeps } from './ports.ts'
import { limitUser, type Pauses, pausesOf, writePauses } from './store.ts'

export type PauseDecision = Decision<null, { code: 'break_runs_longer'; untilMs: number }>

/** Starts a break from orders, or extends the running one. */
export function takeBreak(
  userId: number,
  hours: number,
  deps: Pick<LimitsDeps, 'db' | 'clock'>,
): Promise<PauseDecision> {
  return pause(userId, deps, (pauses, nowMs) => {
    const untilMs = nowMs + hours * HOUR_MS
    const runsUntilMs = Math.max(pauses.breakUntilMs, pauses.excludedUntilMs)
    if (untilMs < runsUntilMs) return refuse({ code: 'break_runs_longer', untilMs: runsUntilMs })
    return accept({ ...pauses, breakUntilMs: untilMs, changedAtMs: nowMs })
  })
}

/** Excludes the user from orders for calendar months, or extends the running exclusion. */
export function exclude(
  userId: number,
  months: number,
  deps: Pick<LimitsDeps, 'db' | 'clock'>,
): Promise<PauseDecision> {
  return pause(userId, deps, (pauses, nowMs) => {
    const untilMs = monthsLater(nowMs, months)
    if (untilMs < pauses.excludedUntilMs) {
      return refuse({ code: 'break_runs_longer', untilMs: pauses.excludedUntilMs })
    }
    return accept({ ...pauses, excludedUntilMs: untilMs, changedAtMs: nowMs })
  })
}

type Change = (
  pauses: Pauses,
  nowMs: number,
) => Decision<Pauses, { code: 'break_runs_longer'; untilMs: number }>

async function pause(
  userId: number,
  { db, clock }: Pick<LimitsDeps, 'db' | 'clock'>,
  change: Change,
): Promise<PauseDecision> {
  return transact(db, async (tx) => {
    await limitUser(tx, userId, clock.nowMs())
    const pauses = await pausesOf(tx, userId)
    const next = change(pauses, Math.max(clock.nowMs(), pauses.changedAtMs))
    if (!next.ok) return next
    await writePauses(tx, userId, next.value)
    return accept(null)
  })
}
