import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { judgeConsent, type ConsentFacts } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { keyToSign, mustBeSigned, refusedConsent } from '../../http/calls/signedText.ts'
import { sha256 } from '../../platform/sha256.ts'

/** A text whose signature was checked. Its request may still be refused; from here on refusals are signed. */
export interface SignedAsk extends SignedConsent {
  /** `consentedOrderId` of the text: the id that a new order gets. */
  asked: string
  /** The order that the request places or closes. */
  order: string
  /** Hash of the session's key, in hex. */
  session: string
  nonce: number
  /** When the owner signed, by the owner's clock, in ms since 1970. */
  atMs: number
  /** `consentHash` in hex, named by ticket, settlement or refusal. */
  hash: string
  /** The last ms at which the house may act on it. */
  untilMs: number
  delegation: Delegation
}

/** An owner's signed text that consents to the act. */
export type GivenConsent = Omit<SignedAsk, 'delegation' | 'order'>

/**
 * Checks a signature by a session's key. Null for a session without a key. Refuses a missing signature when the session has a
 * key, so that a stolen cookie alone cannot trade. The check runs on another thread.
 */
export async function checkSignature(
  given: SignedConsent | undefined,
  kind: 'order' | 'close',
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(given, context)
  return signing && askOf(signing.given, kind, signing.key)
}

/** The same with a given key, which the text must name. */
export async function askOf(
  given: SignedConsent,
  kind: 'order' | 'close',
  key: SessionKey,
): Promise<SignedAsk> {
  const { delegation, hash } = key
  const { text, signature } = given
  const read = kind === 'order' ? readOrderText(text) : readCloseText(text)
  const frame = await mustBeSigned(given, read, key)
  const asked = consentedOrderId(text, frame.at, sha256)
  return {
    text,
    signature,
    asked,
    order: read && 'bid' in read ? read.order : asked,
    session: delegation.session,
    nonce: frame.nonce,
    atMs: frame.at,
    hash: consentHash(given, hash, sha256),
    untilMs: Math.min(frame.expires, delegation.grant.untilS * 1_000 - 1),
    delegation,
  }
}

/** Throws when the signed text does not consent to the act. */
export function checkConsent(ask: SignedAsk, asked: ConsentFacts['asked'], nowMs: number): void {
  const judged = judgeConsent({ text: ask.text, asked, delegation: ask.delegation, nowMs })
  if (!judged.ok) throw refusedConsent(judged.refusal)
}

/** Whether a consent expired while its request waited. */
export function hasRunOut(consent: Pick<GivenConsent, 'untilMs'> | null, nowMs: number): boolean {
  return consent !== null && nowMs > consent.untilMs
}
