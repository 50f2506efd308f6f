import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import { judgeConsent, type ConsentFacts } from '@tickmark/core/consent/judgeConsent'
import type { CallContext } from '../../http/calls/context.ts'
import { signedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { keyToSign, refusedConsent } from '../../http/calls/signedText.ts'

/** An owner's signed text that consents to the act. */
export type GivenConsent = Omit<SignedAsk, 'delegation' | 'order'>

/**
 * Checks a signature by a session's key. Null for a session without a key. Refuses a missing signature when the session has a
 * key, so that a stolen cookie alone cannot trade. The check runs on another thread.
 */
export async function checkSignature(
  consent: SignedConsent | undefined,
  kind: 'order' | 'close',
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(consent, context)
  if (!signing) return null
  const { given, key } = signing
  return signedAsk(given, kind === 'order' ? readOrderText(given.text) : readCloseText(given.text), key)
}

/** Throws when the signed text does not consent to the act. */
export function checkConsent(ask: SignedAsk, asked: ConsentFacts['asked'], nowMs: number): void {
  const judged = judgeConsent({ text: ask.text, asked, delegation: ask.delegation, nowMs })
  if (!judged.ok) throw refusedConsent(judged.refusal)
}
