import type { SignedSwap } from '@tickmark/core/consent/swapConsent'
import type { Book } from '@tickmark/core/money/currencies'
import type { SwapTerms } from './swapTerms.ts'

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
