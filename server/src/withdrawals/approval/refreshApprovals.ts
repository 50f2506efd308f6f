import {
  isWaiting,
  OPERATORS_NEEDED,
  standingOf,
  type WithdrawalState,
} from '@tickmark/core/wallet/withdrawals'
import { rolesFor } from '@tickmark/wire/permissions'
import type { REJECTION_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { holdOperatorWith, isSameHand } from '../../operators/presentStore.ts'
import { messageOf } from '../../platform/log.ts'
import type { PayingDeps, WithdrawalDeps } from '../withdrawal/ports.ts'
import { endUnpaid, type MoveDeps, moveTo } from '../withdrawal/moveTo.ts'
import { listDue, lockWithdrawal } from '../withdrawal/store.ts'
import { countVotes, insertVote, silenceMs } from './voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { accept, refuse, type Decision } from '@tickmark/core/decision'

type ApprovalDeps = Pick<PayingDeps, 'database' | 'clock' | 'log'> & MoveDeps

/**
 * Advances every waiting withdrawal as far as time, its address and the operators' votes allow. An error in one does not delay the
 * others.
 */
export async function refreshApprovals(deps: ApprovalDeps): Promise<void> {
  const { db } = deps.database
  for (const id of await listDue(db, deps.clock.nowMs())) {
    try {
      await transact(db, async (tx) => {
        const withdrawal = await lockWithdrawal(tx, id)
        if (withdrawal) await refreshApproval(tx, withdrawal, deps.clock.nowMs(), deps)
      })
    } catch (thrown) {
      deps.log.error('a waiting withdrawal could not be revised', {
        withdrawal: id,
        reason: messageOf(thrown),
      })
    }
  }
}

/** The same for one locked withdrawal. Returns it in its new state, or null when the state stays. */
async function refreshApproval(
  tx: Tx,
  withdrawal: Withdrawal,
  nowMs: number,
  deps: MoveDeps,
): Promise<Withdrawal | null> {
  const { state } = withdrawal
  if (!isWaiting(state)) return null
  const { reason, ...votes } = await countVotes(tx, withdrawal.id)
  const request = { ...withdrawal, ...votes, silenceMs: await silenceMs(tx, nowMs) }
  const standing = standingOf(request, nowMs)
  if (standing === state) return null
  if (standing === 'rejected') {
    await endUnpaid(tx, withdrawal, 'rejected', nowMs, deps, reason === null ? {} : { reason })
  } else {
    await moveTo(tx, withdrawal, standing, nowMs, deps)
  }
  return { ...withdrawal, state: standing }
}

/** One operator's decision about one withdrawal. */
export interface Ballot {
  withdrawalId: string
  operator: string
  decision: { approves: true } | { approves: false; reason: (typeof REJECTION_REASONS)[number] }
}

export type VoteRefusal = {
  code: 'withdrawal_unknown' | 'not_asked' | 'voted_before' | 'may_not_decide' | 'own' | 'same_hand'
}

/**
 * Operator action: votes for or against a withdrawal above the limits. Two equal votes decide it; silence approves. Refuses an
 * operator who may no longer decide, the owner, and a second equal vote of one hand. The action is logged before it takes effect;
 * the owner can read only the deciding one. Returns the withdrawal's state afterwards.
 */
export async function castVote(
  deps: Pick<WithdrawalDeps, 'database' | 'clock' | 'wake' | 'events' | 'chains'>,
  { withdrawalId, operator, decision }: Ballot,
): Promise<Decision<WithdrawalState, VoteRefusal>> {
  const { database, clock } = deps
  const atMs = clock.nowMs()
  const reason = decision.approves ? null : decision.reason
  const vote = { withdrawalId, operator, approves: decision.approves, reason, atMs }
  const done = await transact(database.db, async (tx): Promise<Decision<Withdrawal, VoteRefusal>> => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (!withdrawal) return refuse({ code: 'withdrawal_unknown' })
    if (!isWaiting(withdrawal.state) || !withdrawal.needsApproval) return refuse({ code: 'not_asked' })
    const refusal = await refusalOf(tx, withdrawal, vote)
    if (refusal) return refuse(refusal)
    if (!(await insertVote(tx, vote))) return refuse({ code: 'voted_before' })
    const { approvals, rejections } = await countVotes(tx, withdrawalId)
    await recordAction(tx, {
      operator,
      action: decision.approves ? 'withdrawal.approve' : 'withdrawal.reject',
      subject: `withdrawal ${withdrawalId}`,
      ...((decision.approves ? approvals : rejections) >= OPERATORS_NEEDED && { userId: withdrawal.userId }),
      details: { reason },
      atMs,
    })
    return accept((await refreshApproval(tx, withdrawal, atMs, deps)) ?? withdrawal)
  })
  if (!done.ok) return done
  deps.wake()
  return accept(done.value.state)
}

/**
 * Why an operator may not vote on a locked withdrawal; null when the vote is allowed. Locks the operator's roles until the
 * commit.
 */
async function refusalOf(
  tx: Tx,
  withdrawal: Withdrawal,
  { operator, approves, atMs }: { operator: string; approves: boolean; atMs: number },
): Promise<VoteRefusal | null> {
  const may = rolesFor('decideWithdrawals')
  if (!(await holdOperatorWith(tx, operator, may, atMs))) return { code: 'may_not_decide' }
  if (withdrawal.account === operator) return { code: 'own' }
  const { operators } = await countVotes(tx, withdrawal.id)
  // A hand counts once per decision: a vote of one wallet does not stop another wallet of the hand from voting the other way.
  const agreeing = approves ? operators.approving : operators.rejecting
  return (await isSameHand(tx, operator, agreeing, may)) ? { code: 'same_hand' } : null
}
