import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import { transact } from '../../db/transact.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { refreshApproval } from './approvalState.ts'
import { lockWithdrawal } from '../withdrawal/store.ts'
import { insertVote } from './voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/** Why operators may reject a withdrawal above the limits. There are no other reasons. */
export const REJECTION_REASONS = [
  'account_takeover',
  'legal_order',
  'owner_asked',
  'sanctioned_address',
] as const

interface Ballot {
  withdrawalId: string
  operator: string
  decision: { approves: true } | { approves: false; reason: (typeof REJECTION_REASONS)[number] }
}

export type VoteRefusal = { code: 'withdrawal_unknown' | 'not_asked' | 'voted_before' }

/**
 * Operators' use-case: one says yes or no to a withdrawal above the limits. Two who agree decide it; silence approves.
 * Replies with where the withdrawal stands then.
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
    const isOpen = withdrawal.state === 'requested' || withdrawal.state === 'held_new_address'
    if (!isOpen || !withdrawal.needsApproval) return refuse({ code: 'not_asked' })
    if (!(await insertVote(tx, vote))) return refuse({ code: 'voted_before' })
    return accept((await refreshApproval(tx, withdrawal, atMs, deps)) ?? withdrawal)
  })
  if (!done.ok) return done
  deps.wake()
  return accept(done.value.state)
}
