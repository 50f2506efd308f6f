import { bundleHash, isSignedBy, type ConsentBundle, type SignedConsent } from '../consent/bundle.ts'
import { readCloseText, readOrderText } from '../consent/consentText.ts'
import { provenDelegation } from '../consent/delegation.ts'
import { readExitText, readHostingText } from '../consent/hostingConsent.ts'
import { hostOf } from '../consent/signInText.ts'
import { AHEAD_MOST_MS } from '../consent/judgeConsent.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import type { Crypto, OwnerCrypto, Sha256 } from '../crypto.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import { CLOSE_AHEAD_MS } from '../orders/bid.ts'
import {
  CLOSING_FORMAT,
  parseAnswer,
  REFUSAL_FORMAT,
  type Closed,
  type ClosingFile,
  type RefusalFile,
} from './answerShape.ts'
import { isInBatch } from './batches.ts'
import { isOfOther, shownBy, type KnownOwner, type ShownConsent } from './consentCheck.ts'
import { verdictOf, type AskedPromise, type PromiseProblem, type PromiseVerdict } from './promise.ts'
import {
  areKeysOf,
  namesKeys,
  settlementBody,
  type HouseKeys,
  type SettlementStatement,
  type Ticket,
} from './receipts.ts'
import { isRefusedBy, refusesClose, type Refusal, type SignedRefusal } from './refusal.ts'

/** The steps in the order of the report; `keys` appears only when there are keys to compare with. */
export type AnswerStep = 'form' | 'keys' | 'answer_signature' | 'consent' | 'checkpoint'

export interface AnswerVerdict {
  /** `not_proven` when nothing is false, but the file lacks the owner's signed text. */
  verdict: PromiseVerdict['verdict']
  steps: { name: AnswerStep; ok: boolean; unshown?: true }[]
  answer: RefusalFile | ClosingFile | null
}

/** Decides whether a file proves that the house refused an order or a close, or carried out a close. Never throws. */
export function checkAnswer(
  given: unknown,
  crypto: Crypto & OwnerCrypto,
  trusted: Partial<HouseKeys> & KnownOwner = {},
): AnswerVerdict {
  const answer = parseAnswer(given)
  if (!answer) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], answer }
  const { keys, head, consent } = answer
  const found =
    answer.format === REFUSAL_FORMAT
      ? shownRefused(answer.refusal, consent, crypto)
      : shownBy(consent, answer.settlement.consent, crypto, {
          asked: { close: answer.settlement.order, bid: BigInt(answer.settlement.bid) },
          nowMs: answer.settlement.settledAt,
        })
  const shown = isOfOther(found, trusted) ? 'false' : found.is
  const key = checkpointKey(keys.origin, keys.log, crypto.sha256)
  const steps: AnswerVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(keys, trusted) } as const] : []),
    { name: 'answer_signature', ok: isAnswered(answer, crypto) },
    {
      name: 'consent',
      ok: shown === 'shown',
      ...(shown !== 'shown' && shown !== 'false' && { unshown: true }),
    },
    { name: 'checkpoint', ok: openCheckpoint(head, key, crypto) !== null },
  ]
  return { verdict: verdictOf(steps), steps, answer }
}

/** Whether the receipts key that the file names signed its answer. */
function isAnswered(answer: RefusalFile | ClosingFile, crypto: Crypto): boolean {
  const { receipts } = answer.keys
  return answer.format === REFUSAL_FORMAT
    ? isRefusedBy(answer, receipts, crypto)
    : isInBatch('receipt-batch', settlementBody(answer.settlement), answer.proof, receipts, crypto)
}

/** Finds the owner whose signed text was refused. The text may break every rule: that may be why it was refused. */
function shownRefused(
  refusal: Refusal,
  bundle: ConsentBundle | null,
  crypto: Crypto & OwnerCrypto,
): ShownConsent {
  if (!bundle) return { is: 'withheld' }
  if (bundleHash(bundle, crypto.sha256) !== refusal.consent || !isRefusalOf(refusal, bundle, crypto.sha256))
    return { is: 'false' }
  const delegation = provenDelegation(bundle.delegation, crypto)
  if (delegation === 'unproven') return { is: 'unproven' }
  return delegation && isSignedBy(bundle, delegation.key, crypto)
    ? { is: 'shown', owner: delegation.address, site: hostOf(delegation.origin) }
    : { is: 'false' }
}

/** The kind and id of the order or hosting order that a signed text names; null for any other text. */
export function askedOf(text: string, sha256: Sha256): { asked: string; order: string; at: number } | null {
  const frame = readOrderText(text) ?? readCloseText(text) ?? readHostingText(text) ?? readExitText(text)
  if (!frame) return null
  const asked = consentedOrderId(text, frame.at, sha256)
  return { asked, order: 'order' in frame ? frame.order : asked, at: frame.at }
}

function isRefusalOf(refusal: Refusal, { text }: SignedConsent, sha256: Sha256): boolean {
  const about = askedOf(text, sha256)
  return about !== null && about.asked === refusal.asked && about.order === refusal.order
}

/** Checks the house's refusal against its reader's signed text. */
export function judgeRefusal(
  answer: SignedRefusal & { head: string; keys: HouseKeys },
  { consent, bundle, hash }: Omit<AskedPromise, 'waitedMs'>,
  crypto: Crypto,
): PromiseProblem | null {
  const file = parseAnswer({ format: REFUSAL_FORMAT, ...answer, consent: bundle })
  if (file?.format !== REFUSAL_FORMAT) return 'unreadable'
  const { refusal } = file
  const isOwn = isRefusalOf(refusal, consent, crypto.sha256) && (hash === null || refusal.consent === hash)
  const at = askedOf(consent.text, crypto.sha256)?.at ?? 0
  if (!isOwn || refusal.at < at - AHEAD_MOST_MS) return 'other_terms'
  return isWellSigned(file, crypto) ? null : 'not_signed'
}

/** Checks the house's answer to an early close against its reader's signed text and kept ticket. */
export function judgeClosing(
  answer: Closed & { head: string; keys: HouseKeys },
  { consent, bundle, hash, waitedMs }: AskedPromise,
  ticket: string | null,
  crypto: Crypto,
): PromiseProblem | null {
  const file = parseAnswer({ format: CLOSING_FORMAT, ...answer, consent: bundle })
  if (file?.format !== CLOSING_FORMAT) return 'unreadable'
  const asked = readCloseText(consent.text)
  const { settlement } = file
  const isOwn =
    asked !== null &&
    settlement.order === asked.order &&
    BigInt(settlement.bid) >= BigInt(asked.bid) &&
    settlement.settledAt >= asked.at - CLOSE_AHEAD_MS &&
    settlement.settledAt <= asked.expires &&
    (waitedMs === null || settlement.settledAt <= asked.at + waitedMs + AHEAD_MOST_MS) &&
    (hash === null ? settlement.consent !== '' : settlement.consent === hash) &&
    (ticket === null || settlement.ticket === ticket)
  if (!isOwn) return 'other_terms'
  return isWellSigned(file, crypto) ? null : 'not_signed'
}

function isWellSigned(file: RefusalFile | ClosingFile, crypto: Crypto): boolean {
  const key = checkpointKey(file.keys.origin, file.keys.log, crypto.sha256)
  return isAnswered(file, crypto) && openCheckpoint(file.head, key, crypto) !== null
}

/** The house's signed statements about an order in a receipt or another answer. */
export interface SignedElsewhere {
  ticket?: Ticket
  settlement?: SettlementStatement
  /** A ticket of a hosting order, or its early exit. */
  statement?: { kind: 'hosting' | 'exit'; order: string; consent: string }
}

/** Whether both cannot be true: the house refused what it then did, or closed an order and settled it differently. */
export function contradictsAnswer(
  answer: { refusal: Refusal } | Pick<Closed, 'settlement'>,
  { ticket, settlement, statement }: SignedElsewhere,
): boolean {
  if ('refusal' in answer) {
    const { refusal } = answer
    if (!refusesClose(refusal))
      return [ticket, settlement, statement].some((one) => one?.order === refusal.order)
    const ends = [settlement, statement?.kind === 'exit' ? statement : undefined]
    return ends.some((one) => one?.order === refusal.order && one.consent === refusal.consent)
  }
  const { settlement: kept } = answer
  return settlement?.order === kept.order && settlementBody(settlement) !== settlementBody(kept)
}
