import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { judgeWithdrawal, type WithdrawalRefusal } from '@tickmark/core/wallet/judgeWithdrawal'
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { Tx } from '../../db/pool.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { keyOf, sessionOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { once } from '../../ledger/idempotency.ts'
import { requestHash, postTransfers } from '../../ledger/post.ts'
import { lockBook } from '../../ledger/store.ts'
import type {} from '../events.ts'
import { promiseWithdrawal, type SignedTerms } from '../promise/promiseWithdrawal.ts'
import { spendCode, type FittingCode } from '../protection/authenticator.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { holdPosting } from '../withdrawal/postings.ts'
import { insertWithdrawal } from '../withdrawal/store.ts'
import type { WithdrawalTerms } from '../withdrawal/withdrawal.ts'
import { loadMoneyFacts, loadOwnerFacts, type AdmittedRequest } from './admitRequest.ts'
import { intentOf } from './intents.ts'
import { refusedWithdrawal } from './refusedWithdrawal.ts'

type Input = InputOf<(typeof withdrawalRoutes)['cash_out']>

/** An admitted request confirmed by its owner and the signer. */
export interface ProvenRequest extends AdmittedRequest {
  /** To be used up; null without an authenticator. */
  code: FittingCode | null
  /** How its owner's wallet signed. */
  wallet: SignedTerms['wallet']
}

/**
 * Stores request, hold and the house's signed promise in one transaction. Returns the withdrawal's id; a repeated call returns it
 * again. `proven` is null when its intent is used already. Locks the real book.
 */
export async function reserveFunds(
  input: Input,
  proven: ProvenRequest | null,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<string> {
  const { typeId, destination, amount, intent } = input
  const fingerprint = requestHash(JSON.stringify(['cash_out', typeId, destination, amount, intent]))
  const keyed = { userId: userOf(context).id, key: keyOf(context), nowMs: context.nowMs }
  const done = await transact(deps.database.db, (tx) =>
    once<WithdrawalRefusal>(tx, { ...keyed, route: 'cash_out', fingerprint }, async () =>
      proven === null ? refuse({ code: 'intent_used' }) : writeRequest(tx, input, proven, context, deps),
    ),
  )
  if (done.ok) return done.value.answer
  const { refusal } = done
  if (refusal.code === 'key_reused') throw new Refused(refusal.code)
  throw refusedWithdrawal(refusal, proven?.network ?? null)
}

/**
 * Decides again on the facts, and at the time, under the book's lock: operators, the owner or another request may have changed them
 * meanwhile.
 */
async function writeRequest(
  tx: Tx,
  input: Input,
  { network, terms, facts, code, wallet }: ProvenRequest,
  context: CallContext,
  { clock, events, receipts, wake }: Pick<WithdrawalDeps, 'clock' | 'events' | 'receipts' | 'wake'>,
): Promise<Decision<string, WithdrawalRefusal>> {
  const currencyId = network.currency.id
  await lockBook(tx, 'real')
  const nowMs = clock.nowMs()
  const owner = await loadOwnerFacts(tx, terms.to, { ...context, nowMs })
  const money = await loadMoneyFacts(tx, currencyId, terms, { ...context, nowMs })
  // A code counts only after it was found valid.
  const now = { ...facts, ...owner, ...money, code: code === null ? '' : input.code, nowMs }
  const judged = judgeWithdrawal(now)
  if (!judged.ok) return judged
  if (code) await spendCode(tx, terms.userId, code, nowMs)
  const intent = intentOf(terms, network)
  const withdrawal: WithdrawalTerms = {
    id: randomUUID(),
    userId: terms.userId,
    amount: terms.amount,
    feeCap: terms.feeCap,
    gasPrice: terms.gasPrice,
    gasCap: terms.gasCap,
    to: terms.to,
    nonce: terms.nonce,
    chainId: network.chain.id,
    currencyId,
    gasCurrencyId: network.native.id,
    account: userOf(context).address,
    walletType: sessionOf(context).walletType,
    intent: canonicalText({ ...intent }),
    signature: input.signature,
    requestedAtMs: nowMs,
    addressFromMs: owner.addressFromMs,
    needsApproval: judged.value.needsApproval,
  }
  const number = await insertWithdrawal(tx, withdrawal, judged.value.state)
  await promiseWithdrawal(tx, receipts, number, withdrawal, { intent, wallet })
  const { userId, id } = withdrawal
  await events.emit(tx, 'withdrawal_changed', { userId, id, isMoney: true })
  afterCommit(tx, wake)
  await postTransfers(tx, [holdPosting(withdrawal)], nowMs)
  return accept(id)
}
