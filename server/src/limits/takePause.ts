import { accept, type Decision } from '@tickmark/core/decision'
import { breakUntil, exclusionUntil, type ShorterPause } from '@tickmark/core/limits/pauses'
import { transact } from '../db/transact.ts'
import type { LimitsDeps } from './ports.ts'
import { limitUser, pausesOf, type StoredPauses, writePauses } from './store.ts'

export type PauseDecision = Decision<null, ShorterPause>

/** Starts a break from orders, or extends the running one. */
export function takeBreak(
  userId: number,
  hours: number,
  deps: Pick<LimitsDeps, 'db' | 'clock'>,
): Promise<PauseDecision> {
  return pause(userId, deps, 'breakUntilMs', (pauses, nowMs) => breakUntil(pauses, hours, nowMs))
}

/** Excludes the user from orders for calendar months, or extends the running exclusion. */
export function exclude(
  userId: number,
  months: number,
  deps: Pick<LimitsDeps, 'db' | 'clock'>,
): Promise<PauseDecision> {
  return pause(userId, deps, 'excludedUntilMs', (pauses, nowMs) => exclusionUntil(pauses, months, nowMs))
}

async function pause(
  userId: number,
  { db, clock }: Pick<LimitsDeps, 'db' | 'clock'>,
  which: 'breakUntilMs' | 'excludedUntilMs',
  end: (pauses: StoredPauses, nowMs: number) => Decision<number, ShorterPause>,
): Promise<PauseDecision> {
  return transact(db, async (tx) => {
    await limitUser(tx, userId, clock.nowMs())
    const pauses = await pausesOf(tx, userId)
    const nowMs = Math.max(clock.nowMs(), pauses.changedAtMs)
    const untilMs = end(pauses, nowMs)
    if (!untilMs.ok) return untilMs
    await writePauses(tx, userId, { ...pauses, [which]: untilMs.value, changedAtMs: nowMs })
    return accept(null)
  })
}
