import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import type { ConsentFrame } from '@tickmark/core/consent/consentText'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { sha256 } from '../../platform/sha256.ts'
import type { SessionKey } from './context.ts'
import { mustBeSigned } from './signedText.ts'

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

/**
 * Checks the signature of a text that was read as `read`, which names an order when it ends one. The text must name the given
 * key.
 */
export async function signedAsk(
  given: SignedConsent,
  read: (ConsentFrame & { order?: string }) | null,
  key: SessionKey,
): Promise<SignedAsk> {
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
