import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { formatAmount, type Amount } from '@tickmark/core/money'
import { intentDigest, intentText, type WithdrawalIntent } from '@tickmark/core/withdrawalIntent'
import { standingOf } from '@tickmark/core/withdrawals'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { randomUUID } from 'node:crypto'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { messageText } from '@tickmark/wire/texts/messages'
import type { WalletType } from '../accounts/addresses.ts'
import { messageHash, recoverAddress } from '../accounts/signatures.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { keyOf, sessionOf, userOf, type Ask } from '../http/ask.ts'
import { Refused } from '../http/refused.ts'
import { once } from '../ledger/once.ts'
import { fingerprintOf, postTransfers } from '../ledger/post.ts'
import { available, lockBook } from '../ledger/store.ts'
import { messageOf } from '../log.ts'
import type { WithdrawalDeps } from './deps.ts'
import { tellOwner } from './finish.ts'
import { refuseWhenHeld } from './holds.ts'
import { intentOf, openTerms, type Terms } from './intents.ts'
import { networkOf, type Network } from './networks.ts'
import { belowFee, halted, insufficient, isAboveLimit, readRequest } from './offer.ts'
import { holdPosting } from './postings.ts'
import { payableFromMs } from './protection/addressBook.ts'
import { findCode, isAuthenticatorOn, spendCode, type FittingCode } from './protection/authenticator.ts'
import { insertWithdrawal, isNonceUsed } from './store.ts'
import type { WithdrawalTerms } from './withdrawal.ts'

type Input = InputOf<(typeof withdrawalRoutes)['cash_out']>
type Requested = ReplyOf<(typeof withdrawalRoutes)['cash_out']>

/**
 * Takes a signed withdrawal: the signer accepts it first, then request and hold are one transaction. If it dies in between,
 * the signer knows of an intent that nothing ever asks it to pay. The same key gets the same answer again.
 */
export async function requestWithdrawal(input: Input, ask: Ask, deps: WithdrawalDeps): Promise<Requested> {
  const { id: userId } = userOf(ask)
  const { database, quoteKey } = deps
  const opened = openTerms(input.intent, userId, quoteKey)
  const isRepeat = opened.ok && (await isNonceUsed(database.db, opened.value.nonce))
  // A used intent is either this request's own, or refused below.
  const checked = isRepeat ? null : await checkRequest(input, ask, deps, opened)
  const terms = checked?.terms ?? (opened.ok ? opened.value : null)
  if (!terms) throw new Refused('intent_invalid')
  const { network } = checked ?? networkOf(deps.chains, terms.typeId)
  const id = await holdWithdrawal({ ask, terms, network, code: checked?.code ?? null, input }, deps)
  const facts = { amount: formatAmount(terms.amount), currency: network.currency.code }
  return { message: messageText('withdrawalRequested', ask.language, facts), id }
}

interface Checked {
  terms: Terms
  network: Network
  code: FittingCode | null
}

async function checkRequest(
  input: Input,
  ask: Ask,
  deps: WithdrawalDeps,
  opened: ReturnType<typeof openTerms>,
): Promise<Checked> {
  const { db } = deps.database
  const { id: userId } = userOf(ask)
  const asked = await readRequest(input, ask, deps)
  if (!opened.ok) throw new Refused(opened.refusal.code)
  const terms = opened.value
  if (terms.typeId !== input.typeId || terms.to !== asked.to || terms.amount !== asked.amount) {
    throw new Refused('intent_invalid')
  }
  if (ask.nowMs >= terms.expiresAtMs) throw new Refused('intent_expired')
  if (terms.amount <= terms.feeCap) throw belowFee(asked.network, terms.feeCap)
  await refuseWhenHeld(db, userId, ask.nowMs)
  const has = await available(db, userId, 'real', asked.network.currency.id)
  if (has < terms.amount + terms.feeCap) throw insufficient(asked.network.currency, has)
  await checkSignature(intentOf(terms, asked.network), input.signature, ask, deps)
  const code = (await isAuthenticatorOn(db, userId)) ? await readCode(input.code, ask, deps) : null
  await letSignerAccept(intentOf(terms, asked.network), input.signature, asked.network, ask, deps)
  return { terms, network: asked.network, code }
}

async function readCode(code: string, ask: Ask, deps: WithdrawalDeps): Promise<FittingCode> {
  if (code === '') throw new Refused('code_missing')
  return findCode(deps, userOf(ask).id, code, ask.nowMs)
}

async function checkSignature(
  intent: WithdrawalIntent,
  signature: string,
  ask: Ask,
  { askContract }: WithdrawalDeps,
): Promise<void> {
  if (signature === '') throw new Refused('intent_missing')
  const { address } = userOf(ask)
  const hash = signedHash(intent, sessionOf(ask).walletType)
  if (recoverAddress(hash, signature, sessionOf(ask).walletType) === address) return
  const isContract = sessionOf(ask).walletType === 1 && askContract !== null
  if (!isContract || !(await askContract(address, hash, signature))) {
    throw new Refused('intent_signature_wrong')
  }
}

/** What the wallet of the owner signs: typed data (EIP-712), or a text (TIP-191). */
function signedHash(intent: WithdrawalIntent, walletType: WalletType): Uint8Array {
  return walletType === 1 ? intentDigest(intent, keccak_256) : messageHash(intentText(intent), walletType)
}

async function letSignerAccept(
  intent: WithdrawalIntent,
  signature: string,
  network: Network,
  ask: Ask,
  { signer, log }: WithdrawalDeps,
): Promise<void> {
  const asked = { intent, signature, walletType: sessionOf(ask).walletType, account: userOf(ask).address }
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

/** Anything but these means that server and signer do not agree about a rule. */
function refusedBySigner(code: SignerRefusal, { currency }: Network): Refused {
  if (code === 'expired') return new Refused('intent_expired')
  if (code === 'signature_wrong') return new Refused('intent_signature_wrong')
  if (code === 'over_limit') return new Refused('withdrawal_above_limit', { currency: currency.code })
  return new Refused('intent_invalid')
}

interface HoldOrder {
  ask: Ask
  terms: Terms
  network: Network
  code: FittingCode | null
  input: Pick<Input, 'signature' | 'intent'>
}

/** Request and hold in one transaction; replies with the withdrawal's id, which a repeat gets again. Locks the real book. */
export async function holdWithdrawal(order: HoldOrder, deps: WithdrawalDeps): Promise<string> {
  const { ask, terms } = order
  const { id: userId } = userOf(ask)
  const fingerprint = fingerprintOf(JSON.stringify(['cash_out', order.input.intent]))
  const keyed = { userId, route: 'cash_out', key: keyOf(ask), fingerprint, nowMs: ask.nowMs }
  const done = await transact(deps.database.db, (tx) => once(tx, keyed, () => writeRequest(tx, order)))
  if (!done.ok) {
    const { refusal } = done
    throw 'has' in refusal ? insufficient(order.network.currency, refusal.has) : new Refused(refusal.code)
  }
  const { answer: id, isRepeat } = done.value
  if (!isRepeat) {
    tellOwner(deps, { userId: terms.userId, id }, { isMoney: true })
    deps.wake()
  }
  return id
}

type WriteRefusal = { code: 'insufficient_funds'; has: Amount } | { code: 'intent_used' }

async function writeRequest(tx: Tx, order: HoldOrder): Promise<Decision<string, WriteRefusal>> {
  const { ask, terms, network, code } = order
  const { userId, amount, feeCap } = terms
  await lockBook(tx, 'real')
  if (await isNonceUsed(tx, terms.nonce)) return refuse({ code: 'intent_used' })
  const has = await available(tx, userId, 'real', network.currency.id)
  if (has < amount + feeCap) return refuse({ code: 'insufficient_funds', has })
  if (code) await spendCode(tx, userId, code, ask.nowMs)
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
    account: userOf(ask).address,
    walletType: sessionOf(ask).walletType,
    intent: canonicalText({ ...intentOf(terms, network) }),
    nonce: terms.nonce,
    signature: order.input.signature,
    requestedAtMs: ask.nowMs,
    addressFromMs: await payableFromMs(tx, userOf(ask), terms.to, ask.nowMs),
    needsApproval: await isAboveLimit(tx, userId, network.currency, amount, ask.nowMs),
  }
  const standing = standingOf({ ...withdrawal, approvals: 0, rejections: 0 }, ask.nowMs)
  const isNew = await insertWithdrawal(tx, withdrawal, standing)
  if (!isNew) return refuse({ code: 'intent_used' })
  await postTransfers(tx, [holdPosting(withdrawal)], ask.nowMs)
  return accept(withdrawal.id)
}
