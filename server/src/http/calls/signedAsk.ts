import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import type { ConsentFrame } from '@tickmark/core/consent/consentText'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { sha256 } from '../../platform/sha256.ts'
import type { CallContext, SessionKey } from './context.ts'
import { keyToSign, mustBeSigned } from './signedText.ts'

/** An owner's text whose signature was checked. Its request may still be refused; from here on refusals are signed. */
export interface SignedAsk extends SignedConsent {
  /** `consentedOrderId` of the text: the id that a new order gets. */
  asked: string
  /** The order that the request places or ends. */
  order: string
  /** Hash of the session's key, in hex. */
  session: string
  nonce: number
  /** When the owner signed, by the owner's clock, in ms since 1970. */
  atMs: number
  /** The last ms at which the house may act on it. */
  untilMs: number
  /** `consentHash` in hex, named by what the house signs about it. */
  hash: string
  delegation: Delegation
}

type Read = (ConsentFrame & { order?: string }) | null

/**
 * Checks a signature by the caller's session key. Null for a session without a key. Refuses a missing signature when the session
 * has a key, so that a stolen cookie alone moves nothing. The check runs on another thread.
 */
export async function checkedAsk(
  consent: SignedConsent | undefined,
  read: (text: string) => Read,
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(consent, context)
  return signing && signedAsk(signing.given, read(signing.given.text), signing.key)
}

/** Why the signed text does not consent to the act; null when it does, or when nothing was signed. */
export function offConsent(
  ask: Pick<SignedAsk, 'text' | 'delegation'> | null,
  asked: ConsentFacts['asked'],
  nowMs: number,
): ConsentRefusal | null {
  if (!ask) return null
  const judged = judgeConsent({ text: ask.text, asked, delegation: ask.delegation, nowMs })
  return judged.ok ? null : judged.refusal
}

/**
 * Checks the signature of a text that was read as `read`, which names an order when it ends one. The text must name the given
 * key.
 */
export async function signedAsk(given: SignedConsent, read: Read, key: SessionKey): Promise<SignedAsk> {
  const { text, signature } = given
  const { session, nonce, at, expires } = await mustBeSigned(given, read, key)
  const asked = consentedOrderId(text, at, sha256)
  return {
    text,
    signature,
    asked,
    order: read?.order ?? asked,
    session,
    nonce,
    atMs: at,
    untilMs: Math.min(expires, key.delegation.grant.untilS * 1_000 - 1),
    hash: consentHash(given, key.hash, sha256),
    delegation: key.delegation,
  }
}

/** Whether a signed text expired while its request waited. */
export function hasRunOut(ask: Pick<SignedAsk, 'untilMs'> | null, nowMs: number): boolean {
  return ask !== null && nowMs > ask.untilMs
}
