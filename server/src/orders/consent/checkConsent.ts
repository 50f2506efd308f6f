import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { judgeConsent, type ConsentFacts } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { keyToSign, mustBeSigned, refusedConsent } from '../../http/calls/signedText.ts'
import { sha256 } from '../../platform/sha256.ts'

/** A text whose signature was checked. What it asks for may still be refused, from here on by a signed statement. */
export interface SignedAsk extends SignedConsent {
  /** `consentedOrderId` of the text: of an order, the id that it would have. */
  asked: string
  /** The order that it places or closes. */
  order: string
  /** Of the session's key, in hex. */
  session: string
  nonce: number
  /** When its owner signed, by his clock, in ms since 1970. */
  atMs: number
  /** `consentHash`, in hex: what ticket, settlement or refusal names. */
  hash: string
  /** The last ms at which it may be acted on. */
  untilMs: number
  delegation: Delegation
}

/** An owner's signed text that consents to what is done. */
export type GivenConsent = Omit<SignedAsk, 'delegation' | 'order'>

/**
 * Checks the signature of what a session's key signed. Null for a session without a key; refuses a session that has one and
 * did not sign, so that a stolen cookie alone cannot trade. The signature is checked on another thread.
 */
export async function checkSignature(
  given: SignedConsent | undefined,
  kind: 'order' | 'close',
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(given, context)
  return signing && askOf(signing.given, kind, signing.key)
}

/** The same with the key that the text itself must name. */
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

/** Refuses what the signed text does not consent to. */
export function checkConsent(ask: SignedAsk, asked: ConsentFacts['asked'], nowMs: number): void {
  const judged = judgeConsent({ text: ask.text, asked, delegation: ask.delegation, nowMs })
  if (!judged.ok) throw refusedConsent(judged.refusal)
}

/** Whether a consent ran out while its request waited. */
export function hasRunOut(consent: Pick<GivenConsent, 'untilMs'> | null, nowMs: number): boolean {
  return consent !== null && nowMs > consent.untilMs
}
