import { unreachable } from '@tickmark/core/assert'
import { consentHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { formatAmount } from '@tickmark/core/money/money'
import type { KeyObject } from 'node:crypto'
import type { CallContext, SessionKey } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { publicKeyOfP256, verifyP256 } from '../../platform/p256.ts'
import { sha256 } from '../../platform/sha256.ts'

/** An owner's signed text that was checked. */
export interface GivenConsent extends SignedConsent {
  /** Of the session's key, in hex. */
  session: string
  nonce: number
  /** When its owner signed, by his clock, in ms since 1970. */
  atMs: number
  /** `consentHash`, in hex: what ticket or settlement names. */
  hash: string
  /** The last ms at which it may be acted on. */
  untilMs: number
}

const keys = new WeakMap<SessionKey, KeyObject>()

/**
 * Checks what a session's key signed. Null for a session without a key; refuses a session that has one and did not
 * sign, so that a stolen cookie alone cannot trade. The signature is checked on another thread.
 */
export async function checkConsent(
  given: SignedConsent | undefined,
  asked: ConsentFacts['asked'],
  { session }: Pick<CallContext, 'session'>,
  nowMs: number,
): Promise<GivenConsent | null> {
  const key = session?.key ?? null
  if (!given && !key) return null
  if (!given) throw new Refused('consent_missing')
  if (!key) throw new Refused('consent_other_session')
  const { delegation, hash } = key
  const judged = judgeConsent({ text: given.text, asked, delegation, nowMs })
  if (!judged.ok) throw refusedConsent(judged.refusal)
  if (!(await verifyP256(given.text, given.signature, keyObjectOf(key)))) throw new Refused('consent_invalid')
  const { nonce, at, expires } = judged.value
  return {
    text: given.text,
    signature: given.signature,
    session: delegation.session,
    nonce,
    atMs: at,
    hash: consentHash(given, hash, sha256),
    untilMs: Math.min(expires, delegation.grant.untilS * 1_000 - 1),
  }
}

/** Whether a consent ran out while its request waited. */
export function hasRunOut(consent: GivenConsent | null, nowMs: number): boolean {
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
