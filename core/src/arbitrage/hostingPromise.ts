import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { hostingTermsOf, isSameHosting, readExitText, readHostingText } from '../consent/hostingConsent.ts'
import { AHEAD_MOST_MS } from '../consent/judgeConsent.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import type { Crypto, OwnerCrypto, Sha256 } from '../crypto.ts'
import type { AnswerVerdict } from '../receipts/answers.ts'
import { isOfOther, shownBy, type KnownOwner, type ShownConsent } from '../receipts/consentCheck.ts'
import { verdictOf, type AskedPromise, type PromiseProblem } from '../receipts/promise.ts'
import { isSignature } from '../fields.ts'
import { isConsent, isKeys, isNote } from '../receipts/receiptShape.ts'
import { areKeysOf, namesKeys, type HouseKeys } from '../receipts/receipts.ts'
import { isHeadSigned, isFormed, problemOf, type UnderHead } from '../receipts/signedFile.ts'
import { oneOf, shape } from '../shape.ts'
import { exitFeeOf } from './sharing.ts'
import { isStatedBy, type HostingStatement, type SignedHosting } from './hostings.ts'
import { isHostingStatement } from './readHosting.ts'

export const HOSTING_FORMAT = 'tickmark-hosting/1'

/** The house's answer to a hosting order or an early exit, with its owner's signed consent. */
export interface HostingFile extends SignedHosting, UnderHead {
  format: typeof HOSTING_FORMAT
  /** Null where it is not shown. */
  consent: ConsentBundle | null
}

const isFile = shape({
  format: oneOf(HOSTING_FORMAT),
  statement: isHostingStatement,
  signature: isSignature,
  consent: isConsent,
  head: isNote,
  keys: isKeys,
})

/** Parses the file of a hosting ticket or an exit. Null for a missing or extra field or a wrong type. Never throws. */
export function parseHostingFile(value: unknown): HostingFile | null {
  return isFormed(value, isFile) ? (value as HostingFile) : null
}

export interface HostingVerdict extends Omit<AnswerVerdict, 'answer'> {
  file: HostingFile | null
}

/**
 * Decides whether a file proves that the house accepted a hosting order or an early exit as its owner signed it. Never throws.
 */
export function checkHosting(
  given: unknown,
  crypto: Crypto & OwnerCrypto,
  trusted: Partial<HouseKeys> & KnownOwner = {},
): HostingVerdict {
  const file = parseHostingFile(given)
  if (!file) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], file }
  const { keys } = file
  const found = findHostingConsent(file, crypto)
  const shown = isOfOther(found, trusted) ? 'false' : found.is
  const steps: HostingVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(keys, trusted) } as const] : []),
    { name: 'answer_signature', ok: isStatedBy(file, keys.receipts, crypto) },
    {
      name: 'consent',
      ok: shown === 'shown',
      ...(shown !== 'shown' && shown !== 'false' && { unshown: true }),
    },
    { name: 'checkpoint', ok: isHeadSigned(file, crypto) },
  ]
  return { verdict: verdictOf(steps), steps, file }
}

function findHostingConsent({ statement, consent }: HostingFile, crypto: Crypto & OwnerCrypto): ShownConsent {
  if (statement.kind === 'exit') {
    // This file does not show the fees of other exits; their owner adds them up (`evidence/exitFees.ts`).
    const asked = {
      exit: statement.order,
      back: BigInt(statement.back),
      fee: BigInt(statement.fee),
      spent: 0n,
    }
    return shownBy(consent, statement.consent, crypto, { asked, nowMs: statement.at })
  }
  if (consent && idOfText(consent.text, crypto.sha256) !== statement.order) return { is: 'false' }
  const fee = exitFeeOf(BigInt(statement.principal), BigInt(statement.exitFeePpm))
  const asked = { host: hostingTermsOf(statement), fee }
  return shownBy(consent, statement.consent, crypto, { asked, nowMs: statement.at })
}

/** The id of the hosting order that a signed text places; null for any other text. */
export function idOfText(text: string, sha256: Sha256): string | null {
  const asked = readHostingText(text)
  return asked && consentedOrderId(text, asked.at, sha256)
}

/** Checks the house's answer against the text that its reader signed; `signed` is null when the reader signed nothing. */
export function judgeHosting(
  answer: Omit<HostingFile, 'format' | 'consent'>,
  signed: AskedPromise | null,
  crypto: Crypto,
): PromiseProblem | null {
  const file = parseHostingFile({ format: HOSTING_FORMAT, ...answer, consent: signed?.bundle ?? null })
  const isAnswer = ({ statement }: HostingFile) =>
    signed ? isAsked(statement, signed, crypto) : statement.consent === ''
  return problemOf(file, isAnswer, (one) => isStatedBy(one, one.keys.receipts, crypto), crypto)
}

function isAsked(
  statement: HostingStatement,
  { consent, bundle, hash, waitedMs }: AskedPromise,
  { sha256 }: Crypto,
): boolean {
  const asked = statement.kind === 'hosting' ? readHostingText(consent.text) : readExitText(consent.text)
  const named = hash ?? (bundle && bundleHash(bundle, sha256))
  return (
    asked !== null &&
    ('back' in asked
      ? statement.kind === 'exit' &&
        statement.order === asked.order &&
        BigInt(statement.back) >= BigInt(asked.back)
      : statement.kind === 'hosting' &&
        isSameHosting(asked, statement) &&
        statement.order === idOfText(consent.text, sha256)) &&
    statement.at >= asked.at - AHEAD_MOST_MS &&
    statement.at <= asked.expires &&
    (waitedMs === null || statement.at <= asked.at + waitedMs + AHEAD_MOST_MS) &&
    (named === null ? statement.consent !== '' : statement.consent === named)
  )
}
