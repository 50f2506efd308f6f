import type { Tx } from '../../db/pool.ts'
import { postTransfers } from '../../ledger/post.ts'
import type { PayingDeps } from './ports.ts'
import type {} from '../events.ts'
import { releasePosting } from './postings.ts'
import { moveTo, type StepFacts } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

export type NewsDeps = Pick<PayingDeps, 'events' | 'chains'>

/**
 * Ends a locked withdrawal without a payment: the whole hold returns to its owner, who gets a message unless he
 * cancelled it himself.
 */
export async function endUnpaid(
  tx: Tx,
  withdrawal: Withdrawal,
  state: 'cancelled' | 'rejected' | 'dead',
  atMs: number,
  deps: NewsDeps,
  facts: StepFacts = {},
): Promise<void> {
  await moveTo(tx, withdrawal, state, atMs, facts)
  const isOwn = state === 'cancelled' && (facts.reason ?? 'intent_revoked') === 'intent_revoked'
  await emitChange(tx, withdrawal, deps, { isMoney: true })
  if (!isOwn) await notifyOwner(tx, withdrawal, 'withdrawal_returned', atMs, deps)
  await postTransfers(tx, [releasePosting(withdrawal)], atMs)
}

/** Emits the event for a message to the owner; each kind is sent once per withdrawal. */
export async function notifyOwner(
  tx: Tx,
  withdrawal: Withdrawal,
  kind: 'withdrawal_sent' | 'withdrawal_returned',
  atMs: number,
  { events, chains }: NewsDeps,
): Promise<void> {
  const network = chains.find(withdrawal.chainId)?.chain.name ?? ''
  await events.emit(tx, kind, { withdrawal, network, atMs })
}

/** Notifies the owner's pages of a change; `isMoney` when his balance changed with it. */
export async function emitChange(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  { events }: Pick<PayingDeps, 'events'>,
  { isMoney = false } = {},
): Promise<void> {
  await events.emit(tx, 'withdrawal_changed', { userId, id, isMoney })
}
