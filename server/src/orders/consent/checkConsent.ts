import { unreachable } from '@tickmark/core/assert'
import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import type { Delegation } from '@tickmark/core/consent/delegation'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { formatAmount } from '@tickmark/core/money/money'
import type { KeyObject } from 'node:crypto'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { publicKeyOfP256, verifyP256 } from '../../platform/p256.ts'
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

const keys = new WeakMap<SessionKey, KeyObject>()

/**
 * Checks the signature of what a session's key signed. Null for a session without a key; refuses a session that has one and
 * did not sign, so that a stolen cookie alone cannot trade. The signature is checked on another thread.
 */
export async function checkSignature(
  given: SignedConsent | undefined,
  kind: 'order' | 'close',
  { session }: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const key = session?.key ?? null
  if (!given && !key) return null
  if (!given) throw new Refused('consent_missing')
  if (!key) throw new Refused('consent_other_session')
  return askOf(given, kind, key)
}

/** The same with the key that the text itself must name. */
export async function askOf(
  given: SignedConsent,
  kind: 'order' | 'close',
  key: SessionKey,
): Promise<SignedAsk> {
  const { delegation, hash } = key
  const { text, signature } = given
  const frame = kind === 'order' ? readOrderText(text) : readCloseText(text)
  if (!frame) throw new Refused('consent_invalid')
  if (frame.session !== delegation.session || frame.origin !== delegation.origin)
    throw new Refused('consent_other_session')
  if (!(await verifyP256(text, signature, keyObjectOf(key)))) throw new Refused('consent_invalid')
  const asked = consentedOrderId(text, frame.at, sha256)
  return {
    text,
    signature,
    asked,
    order: 'bid' in frame ? frame.order : asked,
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

function keyObjectOf(key: SessionKey): KeyObject {
  const known = keys.get(key)
  if (known) return known
  const made = publicKeyOfP256(key.delegation.key)
  if (!made) throw new Error('a delegated key was read before')
  keys.set(key, made)
  return made
}

function refusedConsent(refusal: ConsentRefusal): Refused {
  switch (refusal.code) {
    case 'consent_time_off':
      return new Refused(refusal.code, { seconds: String(Math.round(Math.abs(refusal.offMs) / 1_000)) })
    case 'delegation_exceeded':
      return new Refused(refusal.code, { most: formatAmount(refusal.most), currency: refusal.currency })
    case 'consent_invalid':
    case 'consent_other_terms':
    case 'consent_other_session':
    case 'consent_expired':
    case 'delegation_ended':
      return new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}
