import { isGivenUp } from '@tickmark/core/wallet/dueTimes'
import { isCancellable } from '@tickmark/core/wallet/withdrawals'
import { transact } from '../../db/transact.ts'
import { messageOf } from '../../platform/log.ts'
import { endUnpaid } from '../withdrawal/moveTo.ts'
import { giveBackNonce, lockNonce } from '../withdrawal/nonceStore.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { lockWithdrawal } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/**
 * Returns the money of those payments that are still unsigned shortly before they are due, whatever they wait for. The others are
 * the result, with those that the signer has signed or does not answer about.
 */
export async function returnUnpaid(pending: readonly Withdrawal[], deps: PayingDeps): Promise<Withdrawal[]> {
  const left: Withdrawal[] = []
  for (const withdrawal of pending) {
    const isLate = isCancellable(withdrawal.state) && isGivenUp(withdrawal, deps.clock.nowMs())
    if (!isLate || !(await giveUp(withdrawal, deps))) left.push(withdrawal)
  }
  return left
}

/** Ends a payment unless it may be signed: first the signer promises never to sign it. Returns whether it ended. */
async function giveUp({ id, chainId, nonce }: Withdrawal, deps: PayingDeps): Promise<boolean> {
  try {
    if (!(await deps.signer.revoke(nonce))) return false
    return await transact(deps.database.db, async (tx) => {
      await lockNonce(tx, chainId)
      const now = await lockWithdrawal(tx, id)
      if (!now || !isCancellable(now.state)) return false
      await giveBackNonce(tx, now)
      await endUnpaid(tx, now, 'cancelled', deps.clock.nowMs(), deps, { reason: 'overdue' })
      return true
    })
  } catch (thrown) {
    deps.log.warn('an unpaid withdrawal cannot be ended', { withdrawal: id, reason: messageOf(thrown) })
    return false
  }
}
