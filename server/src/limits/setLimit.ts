import { accept, type Decision } from '@tickmark/core/decision'
import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { changeOf, NO_LIMIT, readLimit } from '@tickmark/core/limits/limits'
import { transact } from '../db/transact.ts'
import type { LimitsDeps } from './ports.ts'
import { limitUser, insertLimit, storedLimits, updateLimit } from './store.ts'

/** Sets a limit as `changeOf` decides. Once this resolves, no pending order can pass by the old limit. */
export async function setLimit(
  userId: number,
  kind: LimitKind,
  text: string,
  { db, clock }: Pick<LimitsDeps, 'db' | 'clock'>,
): Promise<Decision<null, { code: 'limit_invalid' }>> {
  const wish = readLimit(kind, text)
  if (!wish.ok) return wish
  await transact(db, async (tx) => {
    // Removing a limit that was never set: nothing to write, and the user stays unlimited.
    if (wish.value === null && !(await storedLimits(tx, userId)).has(kind)) return
    await limitUser(tx, userId, clock.nowMs())
    const stored = (await storedLimits(tx, userId)).get(kind)
    // Another server's clock may be ahead; the time of a limit never goes back.
    const nowMs = Math.max(clock.nowMs(), stored?.changedAtMs ?? 0)
    const next = { ...changeOf(stored ?? NO_LIMIT, wish.value, nowMs), changedAtMs: nowMs }
    await (stored ? updateLimit : insertLimit)(tx, userId, kind, next)
  })
  return accept(null)
}
