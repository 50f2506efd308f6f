import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { keyToSign, mustBeSigned } from '../../http/calls/signedText.ts'
import { sha256 } from '../../platform/sha256.ts'

/** What an owner signed to host money or to end that early; its signature was checked. */
export interface SignedHost extends SignedConsent {
  /** `consentedOrderId` of the text: of a hosting order, the id that it gets. */
  asked: string
  /** The hosting order that it places or ends. */
  order: string
  /** Of the session's key, in hex. */
  session: string
  nonce: number
  /** When its owner signed, by his clock, in ms since 1970. */
  atMs: number
  /** The last ms at which it may be acted on. */
  untilMs: number
  /** `consentHash`, in hex: what the statement or the refusal names. */
  hash: string
  delegation: Delegation
}

/** Checks the signature of what a session's key signed; null for a session without a key. */
export async function checkHostSignature(
  consent: SignedConsent | undefined,
  kind: 'hosting' | 'exit',
  context: Pick<CallContext, 'session'>,
): Promise<SignedHost | null> {
  const signing = keyToSign(consent, context)
  return signing && signedHost(signing.given, kind, signing.key)
}

/** The same with the key that the text itself must name. */
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

/** Why what was signed does not consent to what is done; null when it does, or when nobody signed. */
export function offConsent(
  signed: SignedHost | null,
  asked: ConsentFacts['asked'],
  nowMs: number,
): ConsentRefusal | null {
  if (!signed) return null
  const judged = judgeConsent({ text: signed.text, asked, delegation: signed.delegation, nowMs })
  return judged.ok ? null : judged.refusal
}
