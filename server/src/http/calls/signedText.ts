import { unreachable } from '@tickmark/core/assert'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { ConsentFrame } from '@tickmark/core/consent/consentText'
import { delegationHash, readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import type { ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { formatAmount } from '@tickmark/core/money/money'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import type { KeyObject } from 'node:crypto'
import { publicKeyOfP256, verifyP256 } from '../../platform/p256.ts'
import { sha256 } from '../../platform/sha256.ts'
import { sessionOf, type CallContext, type SessionKey } from './context.ts'
import { Refused } from './refused.ts'

const keys = new WeakMap<SessionKey, KeyObject>()

/**
 * The key that must have signed a session's text; null for a session without a key, which signs nothing. Refuses a missing
 * signature when the session has a key, so that a stolen cookie alone moves nothing.
 */
export function keyToSign(
  given: SignedConsent | undefined,
  { session }: Pick<CallContext, 'session'>,
): { key: SessionKey; given: SignedConsent } | null {
  const key = session?.key ?? null
  if (!given && !key) return null
  if (!given) throw new Refused('consent_missing')
  if (!key) throw new Refused('consent_other_session')
  return { key, given }
}

/** The session key that a signed text names, even after its session ended, if the caller's own wallet had delegated to it. */
export async function keyNamed(
  session: string,
  context: CallContext,
  { delegationOf }: { delegationOf(session: string): Promise<SignedDelegation | null> },
): Promise<SessionKey> {
  const signed = await delegationOf(session)
  const delegation = signed && readDelegation(signed.text, sha256)
  if (!signed || !delegation || !isSameAddress(delegation.address, sessionOf(context).address))
    throw new Refused('consent_other_session')
  return { delegation, hash: delegationHash(signed, sha256) }
}

/**
 * Refuses a text without a readable frame, one of another session or site, and one with a false signature, which is checked on
 * another thread.
 */
export async function mustBeSigned(
  { text, signature }: SignedConsent,
  frame: ConsentFrame | null,
  key: SessionKey,
): Promise<ConsentFrame> {
  const { delegation } = key
  if (!frame) throw new Refused('consent_invalid')
  if (frame.session !== delegation.session || frame.origin !== delegation.origin)
    throw new Refused('consent_other_session')
  if (!(await verifyP256(text, signature, keyObjectOf(key)))) throw new Refused('consent_invalid')
  return frame
}

function keyObjectOf(key: SessionKey): KeyObject {
  const known = keys.get(key)
  if (known) return known
  const made = publicKeyOfP256(key.delegation.key)
  if (!made) throw new Error('a delegated key was read before')
  keys.set(key, made)
  return made
}

/** The refusal of a text that does not consent to the request. */
export function refusedConsent(refusal: ConsentRefusal): Refused {
  switch (refusal.code) {
    case 'consent_time_off':
      return new Refused(refusal.code, { seconds: String(Math.round(Math.abs(refusal.offMs) / 1_000)) })
    case 'delegation_exceeded':
    case 'exit_fees_exceeded':
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
