import type { ConsentFacts } from '@tickmark/core/consent/judgeConsent'
import { offConsent, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { refusedConsent } from '../../http/calls/signedText.ts'

/** An owner's signed text that consents to the act. */
export type GivenConsent = Omit<SignedAsk, 'delegation' | 'order'>

/** Throws when the signed text does not consent to the act. */
export function checkConsent(ask: SignedAsk, asked: ConsentFacts['asked'], nowMs: number): void {
  const off = offConsent(ask, asked, nowMs)
  if (off) throw refusedConsent(off)
}
