import { assert } from '@tickmark/core/assert'
import { withdrawalPromiseText } from '@tickmark/core/evidence/withdrawalPromise'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { readAmount } from '@tickmark/core/money/readAmount'
import { partsOf } from '@tickmark/core/wallet/networkTypes'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { kindOf } from '@tickmark/chainkit/addresses'
import { signerKind } from '@tickmark/chainkit/contractWallets'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { userOf, type CallContext, sessionOf } from '../../http/calls/context.ts'
import { orBusy } from '../../http/calls/orBusy.ts'
import { Refused } from '../../http/calls/refused.ts'
import { messageOf } from '../../platform/log.ts'
import { presentHex } from '../../platform/presentSignature.ts'
import { promiseOf } from '../promise/promiseStore.ts'
import { findCode } from '../protection/authenticator.ts'
import type { Network } from '../withdrawal/networks.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { isNonceUsed } from '../withdrawal/store.ts'
import { admitRequest } from './admitRequest.ts'
import { intentOf, openTerms } from './intents.ts'
import { refusedWithdrawal } from './refusedWithdrawal.ts'
import { reserveFunds, type ProvenRequest } from './reserveFunds.ts'

type Input = InputOf<(typeof withdrawalRoutes)['cash_out']>
type Requested = ReplyOf<(typeof withdrawalRoutes)['cash_out']>

/**
 * Accepts a signed withdrawal. The signer records it first; then request and hold commit in one transaction. After a crash in
 * between, the signer knows an intent that nobody will ask it to pay. A repeated key gets the same answer.
 */
export async function requestWithdrawal(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<Requested> {
  const proven = await prove(input, context, deps).catch((thrown: unknown) =>
    unlessUsed(thrown, input, context, deps),
  )
  const id = await reserveFunds(input, proven, context, deps)
  const amount = readAmount(input.amount)
  const currency = currencyById(partsOf(input.typeId).currency)?.code ?? ''
  assert(amount.ok, 'what was reserved once has an amount')
  const facts = { amount: formatAmount(amount.value), currency }
  const message = textOfAnswer('withdrawalRequested', context.language, facts)
  return { message, id, promise: await promiseText(id, deps) }
}

/** The promise of an accepted withdrawal as a text, signed by the present receipts key, with the log's newest head. */
async function promiseText(id: string, { database, market, receipts }: WithdrawalDeps): Promise<string> {
  const stated = await promiseOf(database.db, id)
  assert(stated, 'what was accepted has its promise')
  const { statement } = stated
  const keys = { signer: receipts, known: market.receiptsKeys }
  const signature = await presentHex(withdrawalPromiseText(statement), stated.signature, keys)
  return JSON.stringify({ statement, signature, head: market.head()?.note ?? '' })
}

/** Refuses a request that fails a check, then asks for its proofs: the signature, the code, the signer. */
async function prove(input: Input, context: CallContext, deps: WithdrawalDeps): Promise<ProvenRequest> {
  const admitted = await admitRequest(input, input, context, deps)
  const intent = intentOf(admitted.terms, admitted.network)
  const wallet = await checkSignature(intent, input.signature, context, deps)
  const { needsCode } = admitted.facts
  const code = needsCode ? await findCode(deps, userOf(context).id, input.code, context) : null
  await letSignerAccept(intent, input.signature, admitted.network, context, deps)
  return { ...admitted, code, wallet }
}

/**
 * Null when the intent is used: by an earlier attempt of this request, which may have spent money and code and whose answer is
 * repeated; or by another request, which is refused later.
 */
async function unlessUsed(
  thrown: unknown,
  input: Input,
  context: CallContext,
  { database, quoteKey }: WithdrawalDeps,
): Promise<null> {
  const opened = openTerms(input.intent, userOf(context).id, quoteKey)
  if (!(thrown instanceof Refused) || !opened.ok) throw thrown
  if (await isNonceUsed(database.db, opened.value.nonce)) return null
  throw thrown
}

/** How the session's owner signed these fields; refuses others, and `busy` when no node answers for a contract wallet. */
async function checkSignature(
  intent: WithdrawalIntent,
  signature: string,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<ProvenRequest['wallet']> {
  const { address } = userOf(context)
  const kind = kindOf(sessionOf(context).walletType)
  const hash = intentHash(intent, kind)
  const asked = { address, kind, hash, signature }
  const wallet = await orBusy(signerKind(asked, deps.askContract), deps.log)
  if (!wallet) throw new Refused('intent_signature_wrong')
  return wallet
}

/** Makes the signer record the intent while it is fresh; throws when the signer refuses or does not answer. */
async function letSignerAccept(
  intent: WithdrawalIntent,
  signature: string,
  network: Network,
  context: CallContext,
  { signer, log }: WithdrawalDeps,
): Promise<void> {
  const asked = {
    intent,
    signature,
    walletType: sessionOf(context).walletType,
    account: userOf(context).address,
  }
  let answer: Awaited<ReturnType<typeof signer.accept>>
  try {
    answer = await signer.accept(asked)
  } catch (thrown) {
    log.error('the signer cannot be reached', { reason: messageOf(thrown) })
    throw refusedWithdrawal({ code: 'network_halted' }, network)
  }
  if (answer.ok) return
  log.warn('the signer refused an intent', { reason: answer.refusal.code, nonce: intent.nonce })
  throw refusedBySigner(answer.refusal.code, network)
}

/** Any other refusal means that server and signer disagree about a rule. */
function refusedBySigner(code: SignerRefusal, { currency }: Network): Refused {
  if (code === 'expired') return new Refused('intent_expired')
  if (code === 'signature_wrong') return new Refused('intent_signature_wrong')
  if (code === 'over_limit') return new Refused('withdrawal_above_limit', { currency: currency.code })
  return new Refused('intent_invalid')
}
