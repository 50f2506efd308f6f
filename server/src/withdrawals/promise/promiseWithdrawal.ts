import { asciiBytes } from '@tickmark/core/bytes'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { withdrawalPromiseText, type WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { dueAtMs } from '@tickmark/core/wallet/dueTimes'
import type { Tx } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import type { WithdrawalTerms } from '../withdrawal/withdrawal.ts'
import { insertPromise } from './promiseStore.ts'

/** What the owner's wallet signed, and how. */
export interface SignedTerms {
  intent: WithdrawalIntent
  wallet: WithdrawalPromise['wallet']
}

/** Signs and stores the house's promise of an accepted withdrawal, under the number that `insertWithdrawal` gave. */
export async function promiseWithdrawal(
  tx: Tx,
  receipts: Signer,
  number: number,
  terms: WithdrawalTerms,
  signed: SignedTerms,
): Promise<void> {
  const statement = promiseFor(number, terms, signed)
  const text = withdrawalPromiseText(statement)
  await insertPromise(tx, statement, { text, signature: receipts.sign(asciiBytes(text)) })
}

/** What the house promises about a withdrawal on these terms. */
export function promiseFor(
  number: number,
  terms: Omit<WithdrawalTerms, 'intent'>,
  { intent, wallet }: SignedTerms,
): WithdrawalPromise {
  const { id, account, signature, requestedAtMs: at, addressFromMs, needsApproval } = terms
  return {
    v: 1,
    kind: 'withdrawal',
    number,
    at,
    id,
    account,
    wallet,
    intent,
    consent: signature,
    due: dueAtMs({ atMs: at, addressFromMs, needsApproval }),
  }
}
