import { formatAmount } from '@tickmark/core/money/money'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { userOf, type CallContext, sessionOf } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { available } from '../../ledger/store.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { refuseDuringSecurityHold } from '../approval/securityHolds.ts'
import { reserveFunds } from './reserveFunds.ts'
import { intentOf, openTerms, type IntentTerms } from './intents.ts'
import { networkOf, type Network } from '../withdrawal/networks.ts'
import { belowFee, insufficient, readRequest, halted } from './withdrawalOffer.ts'
import { findCode, isAuthenticatorOn, type FittingCode } from '../protection/authenticator.ts'
import { isNonceUsed } from '../withdrawal/store.ts'
import { kindOf } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { recoverAddress } from '@tickmark/chainkit/signatures'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { messageOf } from '../../platform/log.ts'

type Input = InputOf<(typeof withdrawalRoutes)['cash_out']>
type Requested = ReplyOf<(typeof withdrawalRoutes)['cash_out']>

/**
 * Takes a signed withdrawal. The signer records it first; then request and hold commit in one transaction. After a
 * crash in between, the signer knows an intent that nobody will ask it to pay. A repeated key gets the same answer.
 */
export async function requestWithdrawal(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<Requested> {
  const { id: userId } = userOf(context)
  const opened = openTerms(input.intent, userId, deps.quoteKey)
  const checked = await checkOnce(input, context, deps, opened)
  const terms = checked?.terms ?? (opened.ok ? opened.value : null)
  if (!terms) throw new Refused('intent_invalid')
  const { network } = checked ?? networkOf(deps.chains, terms.typeId)
  const id = await reserveFunds({ context, terms, network, code: checked?.code ?? null, input }, deps)
  const facts = { amount: formatAmount(terms.amount), currency: network.currency.code }
  return { message: textOfAnswer('withdrawalRequested', context.language, facts), id }
}

/** Null when the intent is used, by this request's own earlier attempt or by another, which is refused later. */
async function checkOnce(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
  opened: ReturnType<typeof openTerms>,
): Promise<Checked | null> {
  const isUsed = async () => opened.ok && (await isNonceUsed(deps.database.db, opened.value.nonce))
  if (await isUsed()) return null
  try {
    return await checkRequest(input, context, deps, opened)
  } catch (thrown) {
    // An earlier attempt in progress may have spent money and code meanwhile.
    if (thrown instanceof Refused && (await isUsed())) return null
    throw thrown
  }
}

interface Checked {
  terms: IntentTerms
  network: Network
  code: FittingCode | null
}

async function checkRequest(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
  opened: ReturnType<typeof openTerms>,
): Promise<Checked> {
  const { db } = deps.database
  const { id: userId } = userOf(context)
  const asked = await readRequest(input, context, deps)
  if (!opened.ok) throw new Refused(opened.refusal.code)
  const terms = opened.value
  if (terms.typeId !== input.typeId || terms.to !== asked.to || terms.amount !== asked.amount) {
    throw new Refused('intent_invalid')
  }
  if (context.wallMs >= terms.expiresAtMs) throw new Refused('intent_expired')
  if (terms.amount <= terms.feeCap) throw belowFee(asked.network, terms.feeCap)
  await refuseDuringSecurityHold(db, userId, context.nowMs)
  const has = await available(db, userId, 'real', asked.network.currency.id)
  if (has < terms.amount + terms.feeCap) throw insufficient(asked.network.currency, has)
  const intent = intentOf(terms, asked.network)
  await checkSignature(intent, input.signature, context, deps)
  const code = (await isAuthenticatorOn(db, userId, context.nowMs))
    ? await readCode(input.code, context, deps)
    : null
  await letSignerAccept(intent, input.signature, asked.network, context, deps)
  return { terms, network: asked.network, code }
}

async function readCode(code: string, context: CallContext, deps: WithdrawalDeps): Promise<FittingCode> {
  if (code === '') throw new Refused('code_missing')
  return findCode(deps, userOf(context).id, code, context)
}

/** Refuses fields that the session's owner did not sign. */
async function checkSignature(
  intent: WithdrawalIntent,
  signature: string,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<void> {
  if (signature === '') throw new Refused('intent_missing')
  const { address } = userOf(context)
  const kind = kindOf(sessionOf(context).walletType)
  const hash = intentHash(intent, kind)
  if (recoverAddress(hash, signature, kind) === address) return
  const isSigned = kind === 'evm' && (await isOfContract(address, hash, signature, deps))
  if (!isSigned) throw new Refused('intent_signature_wrong')
}

/** Whether a contract wallet confirms the signature. Refuses `busy` when no node answers. */
async function isOfContract(
  address: string,
  hash: Uint8Array,
  signature: string,
  { askContract, log }: WithdrawalDeps,
): Promise<boolean> {
  if (askContract === null) return false
  try {
    return await askContract(address, hash, signature)
  } catch (thrown) {
    log.error('a contract wallet cannot be queried', { reason: messageOf(thrown) })
    throw new Refused('busy')
  }
}

/** Makes the signer record the intent while it is fresh; refuses when the signer refuses or does not answer. */
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
    throw halted(network)
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
