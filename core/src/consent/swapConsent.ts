import { canonicalText } from '../canonical.ts'
import { isUnits, isUuid } from '../fields.ts'
import type { Book } from '../money/currencies.ts'
import { fieldsOf, frameOf, type ConsentFrame } from './consentText.ts'

/** What an owner signs of a swap. Amounts in units. */
export interface SignedSwap {
  book: Book
  /** Codes of the currencies given and received. */
  source: string
  target: string
  given: string
  /** The least received amount that the owner accepts. */
  least: string
  /** The call's idempotency key. One key makes one swap. */
  key: string
}

export type SwapConsent = ConsentFrame & SignedSwap

const SWAP = 'tickmark-swap/1\n'

/** The text that a session's key signs to swap. */
export function swapText(consent: SwapConsent): string {
  const { book, source, target, given, least, key } = consent
  return SWAP + canonicalText({ ...frameOf(consent), book, source, target, given, least, key })
}

/** Reads the text of a swap; null for any text that `swapText` would not have written. */
export function readSwapText(text: string): SwapConsent | null {
  const given = fieldsOf(text, SWAP)
  const isBook = given?.['book'] === 'real' || given?.['book'] === 'simulated'
  if (!given || !isBook || !isCode(given['source']) || !isCode(given['target'])) return null
  if (!isUnits(given['given']) || !isUnits(given['least']) || !isUuid(given['key'])) return null
  const consent = given as unknown as SwapConsent
  return swapText(consent) === text ? consent : null
}

/** Whether a signed swap is the one that pays `received`, which may be more than its owner asked for. */
export function isSwapAsked(signed: SignedSwap, asked: Omit<SignedSwap, 'least'>, received: bigint): boolean {
  return (
    signed.book === asked.book &&
    signed.source === asked.source &&
    signed.target === asked.target &&
    signed.given === asked.given &&
    signed.key === asked.key &&
    BigInt(signed.least) <= received
  )
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2,8}$/.test(value)
}
