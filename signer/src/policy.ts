import { DAY_MS } from '@tickmark/core/days'
import { canonicalText } from '@tickmark/core/canonical'
import { type Amount, parseAmount } from '@tickmark/core/money/money'
import { DUE_MOST_MS } from '@tickmark/core/wallet/dueTimes'
import { INTENT_FIELDS } from '@tickmark/core/wallet/withdrawalIntent'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import type {
  AcceptRequest,
  EvmSignRequest,
  SignReply,
  SignRequest,
  TronSignRequest,
} from '@tickmark/wire/signer'
import type { Rules } from './config.ts'
import type { Accepted, Memory } from './memory.ts'
import type { SignedTerms } from './terms.ts'

const MINUTE_MS = 60_000

/** Maximum time to the expiry of a fresh intent. */
const EXPIRES_WITHIN_MS = 10 * MINUTE_MS
/**
 * How long an accepted intent may wait for its first signature: as long as the house may let a withdrawal wait. A stolen server
 * gets no older one paid.
 */
const SIGN_WITHIN_MS = DUE_MOST_MS
const MOST_GAS = 200_000n
/** Tron itself refuses a transaction with a lifetime above a day. */
const TRON_LIFE_MS = DAY_MS

// Only this file decides what may be signed, from the signer's own settings and memory. It does not trust the server's checks.

/** Whether the same request was accepted before, or must be refused; null when it is new. */
export function judgeKnown(request: AcceptRequest, memory: Memory): 'accepted' | SignerRefusal | null {
  const { nonce } = request.intent
  if (memory.revoked.has(nonce)) return 'intent_revoked'
  const known = memory.intents.get(nonce)
  if (!known) return null
  return isSame(known.request, request) ? 'accepted' : 'intent_changed'
}

/** Compares field by field, because a requested field may contain any character. */
function isSame(known: AcceptRequest, asked: AcceptRequest): boolean {
  return (
    INTENT_FIELDS.every((field) => known.intent[field] === asked.intent[field]) &&
    known.signature === asked.signature &&
    known.walletType === asked.walletType &&
    known.account === asked.account
  )
}

/**
 * Whether terms may be accepted now; the owner's signature is checked separately. `ours` are the hot wallets'
 * addresses.
 */
export function judgeTerms(
  terms: SignedTerms,
  rules: Rules,
  ours: ReadonlySet<string>,
  nowMs: number,
): SignerRefusal | null {
  if (ours.has(terms.to)) return 'address_invalid'
  if (terms.expiresAtMs <= nowMs || terms.expiresAtMs > nowMs + EXPIRES_WITHIN_MS) return 'expired'
  return terms.amount > limitOf(rules, terms).payment ? 'over_limit' : null
}

/** The decision on a request to sign: the stored bytes, null to make new ones, or a refusal. */
export type Judgement = { stored: SignReply | null } | SignerRefusal

/** Decides on a request to sign; `terms` are those of `known`. */
export function judgeSign(
  request: SignRequest,
  known: Accepted,
  terms: SignedTerms,
  memory: Memory,
  rules: Rules,
  nowMs: number,
): Judgement {
  if ('chainNonce' in request !== (terms.chain.kind === 'evm')) return 'malformed'
  const same = known.variants.find((one) => canonicalText(one.request) === canonicalText(request))
  if (same) return { stored: same.reply }
  const refused = judgeFirst(request, known, terms, memory, rules, nowMs)
  if (refused) return refused
  if (!('chainNonce' in request)) return judgeTron(request, known, terms, rules, nowMs)
  return judgeEvm(request, known, terms, memory, rules)
}

/** Checks that apply only to the first signature of an intent. */
function judgeFirst(
  request: SignRequest,
  known: Accepted,
  terms: SignedTerms,
  memory: Memory,
  rules: Rules,
  nowMs: number,
): SignerRefusal | null {
  if (known.variants.length > 0) return null
  if (memory.revoked.has(request.intentNonce)) return 'intent_revoked'
  if (nowMs - known.acceptedAtMs > SIGN_WITHIN_MS) return 'intent_lapsed'
  const limit = limitOf(rules, terms)
  const isOver =
    terms.amount > limit.payment || terms.amount + signedWithinDay(memory, terms, nowMs) > limit.day
  return isOver ? 'over_limit' : null
}

function judgeEvm(
  request: EvmSignRequest,
  known: Accepted,
  terms: SignedTerms,
  memory: Memory,
  rules: Rules,
): Judgement {
  const last = known.variants.at(-1)
  if (last && 'chainNonce' in last.request) {
    if (last.request.chainNonce !== request.chainNonce) return 'intent_has_other_nonce'
    if (!isBump(last.request, request)) return { stored: last.reply }
  } else if (memory.nonces.get(terms.chain.id)?.has(request.chainNonce)) return 'nonce_taken'
  const [fee, tip] = [BigInt(request.maxFeePerGas), BigInt(request.maxPriorityFeePerGas)]
  if (tip > fee) return 'malformed'
  const gas = BigInt(request.gasLimit)
  const isOver = terms.nativeFeeCap !== null && gas * fee > terms.nativeFeeCap
  return gas > MOST_GAS || fee > rules.mostFeePerGas || isOver ? 'fee_too_high' : { stored: null }
}

/** Both fees raised by at least a tenth, as nodes require for a replacement. */
function isBump(before: EvmSignRequest, after: EvmSignRequest): boolean {
  const isHigher = (old: string, given: string) =>
    BigInt(given) > BigInt(old) && BigInt(given) * 10n >= BigInt(old) * 11n
  return (
    isHigher(before.maxFeePerGas, after.maxFeePerGas) &&
    isHigher(before.maxPriorityFeePerGas, after.maxPriorityFeePerGas)
  )
}

/** Tron has no nonce that makes two transactions mutually exclusive, so an intent gets exactly one. */
function judgeTron(
  request: TronSignRequest,
  known: Accepted,
  terms: SignedTerms,
  rules: Rules,
  nowMs: number,
): Judgement {
  const last = known.variants.at(-1)
  if (last) return { stored: last.reply }
  if (request.expiration <= nowMs || request.timestamp >= request.expiration) return 'malformed'
  if (request.expiration > nowMs + TRON_LIFE_MS) return 'malformed'
  const most = terms.token ? rules.mostFeeLimit : 0n
  return BigInt(request.feeLimit) > most ? 'fee_too_high' : { stored: null }
}

/** A currency without configured limits cannot be paid. */
function limitOf(rules: Rules, terms: SignedTerms): { payment: Amount; day: Amount } {
  return rules.limits.get(terms.currency) ?? { payment: 0n, day: 0n }
}

/**
 * Total of the payments in this currency first signed within 24 h. Scans all of them, because a clock may be set back.
 */
function signedWithinDay(memory: Memory, terms: SignedTerms, nowMs: number): Amount {
  let sum = 0n
  for (const { amount, atMs } of memory.payments.get(terms.currency) ?? [])
    if (atMs > nowMs - DAY_MS) sum += parseAmount(amount) ?? 0n
  return sum
}
