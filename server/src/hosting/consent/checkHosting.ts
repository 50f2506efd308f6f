import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { keyToSign, mustBeSigned } from '../../http/calls/signedText.ts'
import { sha256 } from '../../platform/sha256.ts'

/** An owner's signed request to host money or to end an order early. Its signature was checked. */
export interface SignedHost extends SignedConsent {
  /** `consentedOrderId` of the text: the id that a new hosting order gets. */
  asked: string
  /** The hosting order that the request places or ends. */
  order: string
  /** Hash of the session's key, in hex. */
  session: string
  nonce: number
  /** When the owner signed, by the owner's clock, in ms since 1970. */
  atMs: number
  /** The last ms at which the house may act on it. */
  untilMs: number
  /** `consentHash` in hex, named by the statement or the refusal. */
  hash: string
  delegation: Delegation
}

/** Checks a signature by a session's key; null for a session without a key. */
export async function checkHostSignature(
  consent: SignedConsent | undefined,
  kind: 'hosting' | 'exit',
  context: Pick<CallContext, 'session'>,
): Promise<SignedHost | null> {
  const signing = keyToSign(consent, context)
  return signing && signedHost(signing.given, kind, signing.key)
}

/** The same with a given key, which the text must name. */
export async function signedHost(
  given: SignedConsent,
  kind: 'hosting' | 'exit',
  key: SessionKey,
): Promise<SignedHost> {
  const read = kind === 'hosting' ? readHostingText(given.text) : readExitText(given.text)
  const { session, nonce, at, expires } = await mustBeSigned(given, read, key)
  const asked = consentedOrderId(given.text, at, sha256)
  return {
    ...given,
    asked,
    order: read && 'order' in read ? read.order : asked,
    session,
    nonce,
    atMs: at,
    untilMs: Math.min(expires, key.delegation.grant.untilS * 1_000 - 1),
    hash: consentHash(given, key.hash, sha256),
    delegation: key.delegation,
  }
}

/** Why the signed text does not consent to the act; null when it does, or when nothing was signed. */
export function offConsent(
  signed: SignedHost | null,
  asked: ConsentFacts['asked'],
  nowMs: number,
): ConsentRefusal | null {
  if (!signed) return null
  const judged = judgeConsent({ text: signed.text, asked, delegation: signed.delegation, nowMs })
  return judged.ok ? null : judged.refusal
}
