import { CANCELLED_BY_OWNER, isPending, type WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import type { Tx } from '../../db/pool.ts'
import { postTransfers } from '../../ledger/post.ts'
import type {} from '../events.ts'
import type { PayingDeps } from './ports.ts'
import { releasePosting } from './postings.ts'
import { setState, type StepFacts } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

export type MoveDeps = Pick<PayingDeps, 'events' | 'chains'>

/** The message that a state sends to the owner. */
const MESSAGES = {
  broadcast: 'withdrawal_sent',
  final: 'withdrawal_final',
  cancelled: 'withdrawal_returned',
  rejected: 'withdrawal_returned',
  dead: 'withdrawal_returned',
} as const satisfies Partial<Record<WithdrawalState, string>>

/**
 * Moves a locked withdrawal to its next state and notifies its owner's pages. Sends the owner the state's message, unless the
 * owner cancelled it. Moves no money.
 */
export async function moveTo(
  tx: Tx,
  withdrawal: Withdrawal,
  state: WithdrawalState,
  atMs: number,
  { events, chains }: MoveDeps,
  facts: StepFacts = {},
): Promise<void> {
  const { id, userId, chainId } = withdrawal
  await setState(tx, withdrawal, state, atMs, facts)
  // Users do not see the state `built`, an internal step.
  if (state === 'built') return
  await events.emit(tx, 'withdrawal_changed', { userId, id, isMoney: !isPending(state) })
  if (!(state in MESSAGES) || facts.reason === CANCELLED_BY_OWNER) return
  const step = { withdrawal, network: chains.find(chainId)?.chain.name ?? '', atMs }
  if (facts.reason === 'reverted') {
    await events.emit(tx, 'withdrawal_reverted', { ...step, fee: facts.end?.fee ?? 0n })
  } else {
    await events.emit(tx, MESSAGES[state as keyof typeof MESSAGES], step)
  }
}

/** Ends a locked withdrawal without a payment: the whole hold returns to its owner. */
export async function endUnpaid(
  tx: Tx,
  withdrawal: Withdrawal,
  state: 'cancelled' | 'rejected' | 'dead',
  atMs: number,
  deps: MoveDeps,
  facts: StepFacts = {},
): Promise<void> {
  await moveTo(tx, withdrawal, state, atMs, deps, facts)
  await postTransfers(tx, [releasePosting(withdrawal)], atMs)
}
