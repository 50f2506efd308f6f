import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import { transact } from '../../db/transact.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { refreshApproval } from './approvalState.ts'
import { lockWithdrawal } from '../withdrawal/store.ts'
import { insertVote } from './voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/** The only reasons for which operators may reject a withdrawal above the limits. */
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
 * Operator action: votes for or against a withdrawal above the limits. Two equal votes decide it; silence approves.
 * Returns the withdrawal's state afterwards.
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
