import { transact } from '../../db/transact.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { emitChange, notifyOwner } from '../withdrawal/endWithdrawal.ts'
import { variantsOf } from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, moveTo } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/**
 * Sends the stored bytes of a withdrawal's newest transaction, the first time or again. Throws when no node accepts
 * them.
 */
export async function sendNewest(withdrawal: Withdrawal, deps: PayingDeps): Promise<void> {
  const newest = (await variantsOf(deps.database.db, withdrawal.id)).at(-1)
  if (!newest) return
  await deps.chains.node(withdrawal.chainId).send(newest.raw)
  if (withdrawal.state !== 'signed') return
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'signed') return
    const atMs = deps.clock.nowMs()
    await moveTo(tx, now, 'broadcast', atMs)
    await emitChange(tx, now, deps)
    await notifyOwner(tx, now, 'withdrawal_sent', atMs, deps)
  })
}
