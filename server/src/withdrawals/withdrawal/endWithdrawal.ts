import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { postTransfers } from '../../ledger/post.ts'
import type { PayingDeps } from './ports.ts'
import { releasePosting } from './postings.ts'
import { moveTo, type StepFacts } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

export type NewsDeps = Pick<PayingDeps, 'notify' | 'chains'>

/**
 * Ends a locked withdrawal that nothing was paid for: all of its hold goes back to its owner. He is written to when it was
 * not he who called it back.
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
  if (!isOwn) await writeOwner(tx, withdrawal, 'withdrawal_returned', atMs, deps)
  await postTransfers(tx, [releasePosting(withdrawal)], atMs)
}

/** Writes the owner a message about a withdrawal, once of each kind. */
export async function writeOwner(
  tx: Tx,
  { userId, id, amount, currencyId, chainId }: Withdrawal,
  kind: 'withdrawal_sent' | 'withdrawal_final' | 'withdrawal_returned',
  atMs: number,
  { notify, chains }: NewsDeps,
): Promise<void> {
  const facts = {
    amount: formatAmount(amount),
    currency: currencyById(currencyId)?.code ?? '',
    network: chains.find(chainId)?.chain.name ?? '',
  }
  await notify(tx, { userId, ref: `${kind}:${id}`, kind, facts, atMs })
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
