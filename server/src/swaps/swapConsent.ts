import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { judgeConsent, type ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { readSwapText, type SignedSwap } from '@tickmark/core/consent/swapConsent'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { CallContext } from '../http/calls/context.ts'
import { signedAsk, type SignedAsk } from '../http/calls/signedAsk.ts'
import { keyToSign } from '../http/calls/signedText.ts'
import type { SwapTerms } from './swapTerms.ts'

/** Checks a signature by a session's key; null for a session without a key. Throws `Refused` for a missing or false one. */
export async function checkSwapSignature(
  consent: SignedConsent | undefined,
  context: Pick<CallContext, 'session'>,
): Promise<SignedAsk | null> {
  const signing = keyToSign(consent, context)
  return signing && signedAsk(signing.given, readSwapText(signing.given.text), signing.key)
}

/** Why the signed text does not consent to a swap that pays `received`; null when it does, or when nothing was signed. */
export function offSwapConsent(
  signed: SignedAsk | null,
  asked: { book: Book; key: string; terms: SwapTerms },
  received: Amount,
  nowMs: number,
): ConsentRefusal | null {
  if (!signed) return null
  const { text, delegation } = signed
  const judged = judgeConsent({ text, asked: { swap: signedSwapOf(asked), received }, delegation, nowMs })
  return judged.ok ? null : judged.refusal
}

/** A swap as its owner signs it. */
export function signedSwapOf({
  book,
  key,
  terms: { source, target, amount },
}: {
  book: Book
  key: string
  terms: SwapTerms
}): Omit<SignedSwap, 'least'> {
  return { book, source: source.code, target: target.code, given: String(amount), key }
}
