import { standingOf } from '@tickmark/core/wallet/withdrawals'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { messageOf } from '../../platform/log.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { endUnpaid, type NewsDeps, emitChange } from '../withdrawal/endWithdrawal.ts'
import { listDue, lockWithdrawal, moveTo } from '../withdrawal/store.ts'
import { countVotes } from './voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

type ApprovalDeps = Pick<PayingDeps, 'database' | 'clock' | 'log'> & NewsDeps

/**
 * Advances every waiting withdrawal as far as time, its address and the operators' votes allow. Returns how many
 * advanced; an error in one does not delay the others.
 */
export async function refreshApprovals(deps: ApprovalDeps): Promise<number> {
  const { db } = deps.database
  let moved = 0
  for (const id of await listDue(db, deps.clock.nowMs())) {
    try {
      const done = await transact(db, async (tx) => {
        const withdrawal = await lockWithdrawal(tx, id)
        return withdrawal && refreshApproval(tx, withdrawal, deps.clock.nowMs(), deps)
      })
      if (done) moved++
    } catch (thrown) {
      deps.log.error('a waiting withdrawal could not be revised', {
        withdrawal: id,
        reason: messageOf(thrown),
      })
    }
  }
  return moved
}

/** The same for one locked withdrawal. Returns it in its new state, or null when the state stays. */
export async function refreshApproval(
  tx: Tx,
  withdrawal: Withdrawal,
  nowMs: number,
  deps: NewsDeps,
): Promise<Withdrawal | null> {
  const { state } = withdrawal
  if (state !== 'requested' && state !== 'held_new_address') return null
  const { approvals, rejections, reason } = await countVotes(tx, withdrawal.id)
  const standing = standingOf({ ...withdrawal, approvals, rejections }, nowMs)
  if (standing === state) return null
  if (standing === 'rejected') {
    await endUnpaid(tx, withdrawal, 'rejected', nowMs, deps, reason === null ? {} : { reason })
  } else {
    await moveTo(tx, withdrawal, standing, nowMs)
    await emitChange(tx, withdrawal, deps)
  }
  return { ...withdrawal, state: standing }
}
