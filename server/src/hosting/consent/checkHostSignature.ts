import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { judgeConsent, type ConsentFacts, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import type { CallContext } from '../../http/calls/context.ts'
import { signedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { keyToSign } from '../../http/calls/signedText.ts'

/** Checks a signature by a session's key; null for a session without a key. */
export async function checkHostSignature(
  consent: SignedConsent | undefined,
  kind: 'hosting' | 'exit',
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(consent, context)
  if (!signing) return null
  const { given, key } = signing
  return signedAsk(given, kind === 'hosting' ? readHostingText(given.text) : readExitText(given.text), key)
}

/** Why the signed text does not consent to the act; null when it does, or when nothing was signed. */
export function offConsent(
  signed: SignedAsk | null,
  asked: ConsentFacts['asked'],
  nowMs: number,
): ConsentRefusal | null {
  if (!signed) return null
  const judged = judgeConsent({ text: signed.text, asked, delegation: signed.delegation, nowMs })
  return judged.ok ? null : judged.refusal
}
