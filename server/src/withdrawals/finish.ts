import type { Tx } from '../db/pool.ts'
import { postTransfers } from '../ledger/post.ts'
import type { PayingDeps } from './deps.ts'
import { releasePosting } from './postings.ts'
import { moveTo, type StepFacts } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

/** Ends a locked withdrawal that nothing was paid for: all of its hold goes back to its owner. */
export async function endUnpaid(
  tx: Tx,
  withdrawal: Withdrawal,
  state: 'cancelled' | 'rejected' | 'dead',
  atMs: number,
  facts: StepFacts = {},
): Promise<void> {
  await moveTo(tx, withdrawal, state, atMs, facts)
  await postTransfers(tx, [releasePosting(withdrawal)], atMs)
}

/** Tells the owner that a withdrawal went on; `isMoney` when his balance changed with it. */
export function tellOwner(
  { publish }: Pick<PayingDeps, 'publish'>,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  { isMoney = false } = {},
): void {
  publish(userId, { event: 'transfer_changed', kind: 'withdrawal', id })
  if (isMoney) publish(userId, { event: 'balance_changed', book: 0 })
}
