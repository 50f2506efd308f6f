import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import type {} from '../events.ts'
import { findCode, spendCode, type CodeDeps } from './authenticator.ts'
import { authenticatorOf, beginReset, stopReset } from './protectionStore.ts'

/** Long enough for an owner who still has the authenticator to notice the reset and cancel it. */
const RESET_MS = 72 * 3_600_000

/** Schedules the authenticator's end, for an owner who lost it; a second call does not move the time. */
export async function resetAuthenticator(
  { database: { db }, events }: Pick<WithdrawalDeps, 'database' | 'events'>,
  userId: number,
  nowMs: number,
): Promise<number> {
  const untilMs = nowMs + RESET_MS
  await transact(db, async (tx) => {
    if (!(await beginReset(tx, userId, untilMs))) return
    await events.emit(tx, 'authenticator_reset', { userId, untilMs, atMs: nowMs })
  })
  const known = await authenticatorOf(db, userId, nowMs)
  // `offAtMs` is also null when the owner cancelled the reset in between; then none is running.
  if (!known?.isConfirmed || known.offAtMs === null) throw new Refused('authenticator_off')
  return known.offAtMs
}

/** Cancels a reset with a code or a recovery code. Without a running reset it checks and uses up no code. */
export async function keepAuthenticator(
  deps: CodeDeps,
  userId: number,
  code: string,
  nowMs: number,
): Promise<void> {
  const { db } = deps.database
  const known = await authenticatorOf(db, userId, nowMs)
  if (!known?.isConfirmed) throw new Refused('authenticator_off')
  if (known.offAtMs === null) return
  const fitting = await findCode(deps, userId, code, nowMs)
  await transact(db, async (tx) => {
    await spendCode(tx, userId, fitting, nowMs)
    await stopReset(tx, userId)
  })
}
