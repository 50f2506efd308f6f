import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Amount } from '@tickmark/core/money/money'
import { standingOf } from '@tickmark/core/wallet/withdrawals'
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { keyOf, sessionOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { once } from '../../ledger/idempotency.ts'
import { requestHash, postTransfers } from '../../ledger/post.ts'
import { available, lockBook } from '../../ledger/store.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { emitChange } from '../withdrawal/endUnpaid.ts'
import { intentOf, type IntentTerms } from './intents.ts'
import type { Network } from '../withdrawal/networks.ts'
import { insufficient, isAboveLimit } from './withdrawalOffer.ts'
import { holdPosting } from '../withdrawal/postings.ts'
import { payableFromMs } from '../protection/addressBook.ts'
import { spendCode, type FittingCode } from '../protection/authenticator.ts'
import { insertWithdrawal, isNonceUsed } from '../withdrawal/store.ts'
import type { WithdrawalTerms } from '../withdrawal/withdrawal.ts'

type Input = InputOf<(typeof withdrawalRoutes)['cash_out']>

interface HoldOrder {
  context: CallContext
  terms: IntentTerms
  network: Network
  code: FittingCode | null
  input: Input
}

/**
 * Stores request and hold in one transaction. Returns the withdrawal's id; a repeat gets it again. Locks the real book.
 */
export async function reserveFunds(order: HoldOrder, deps: WithdrawalDeps): Promise<string> {
  const { context } = order
  const { id: userId } = userOf(context)
  const { typeId, destination, amount, intent } = order.input
  const fingerprint = requestHash(JSON.stringify(['cash_out', typeId, destination, amount, intent]))
  const keyed = { userId, route: 'cash_out', key: keyOf(context), fingerprint, nowMs: context.nowMs }
  const done = await transact(deps.database.db, (tx) => once(tx, keyed, () => writeRequest(tx, order, deps)))
  if (!done.ok) {
    const { refusal } = done
    throw 'has' in refusal ? insufficient(order.network.currency, refusal.has) : new Refused(refusal.code)
  }
  const { answer: id, isRepeat } = done.value
  if (!isRepeat) deps.wake()
  return id
}

type WriteRefusal = { code: 'insufficient_funds'; has: Amount } | { code: 'intent_used' }

async function writeRequest(
  tx: Tx,
  order: HoldOrder,
  deps: Pick<WithdrawalDeps, 'events'>,
): Promise<Decision<string, WriteRefusal>> {
  const { context, terms, network, code } = order
  const { userId, amount, feeCap } = terms
  await lockBook(tx, 'real')
  if (await isNonceUsed(tx, terms.nonce)) return refuse({ code: 'intent_used' })
  const has = await available(tx, userId, 'real', network.currency.id)
  if (has < amount + feeCap) return refuse({ code: 'insufficient_funds', has })
  if (code) await spendCode(tx, userId, code, context.nowMs)
  const withdrawal: WithdrawalTerms = {
    id: randomUUID(),
    userId,
    chainId: network.chain.id,
    currencyId: network.currency.id,
    amount,
    feeCap,
    gasCurrencyId: network.native.id,
    gasPrice: terms.gasPrice,
    gasCap: terms.gasCap,
    to: terms.to,
    account: userOf(context).address,
    walletType: sessionOf(context).walletType,
    intent: canonicalText({ ...intentOf(terms, network) }),
    nonce: terms.nonce,
    signature: order.input.signature,
    requestedAtMs: context.nowMs,
    addressFromMs: await payableFromMs(tx, userOf(context), terms.to, context.nowMs),
    needsApproval: await isAboveLimit(tx, userId, network.currency, amount, context.nowMs),
  }
  const standing = standingOf({ ...withdrawal, approvals: 0, rejections: 0 }, context.nowMs)
  const isNew = await insertWithdrawal(tx, withdrawal, standing)
  if (!isNew) return refuse({ code: 'intent_used' })
  await emitChange(tx, withdrawal, deps, { isMoney: true })
  await postTransfers(tx, [holdPosting(withdrawal)], context.nowMs)
  return accept(withdrawal.id)
}
