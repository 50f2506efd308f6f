import { canonicalText } from '../canonical.ts'
import type { Book } from '../money/currencies.ts'
import { isCount, isUnits, isUuid } from '../fields.ts'
import { fieldsOf, frameOf, type ConsentFrame } from './consentText.ts'

/** The terms of a hosting order that its owner signs, as its ticket spells them: `principal` in units of USDT. */
export interface HostingTerms {
  book: Book
  mid: number
  version: number
  days: number
  /** In millionths of the principal: a day's highest yield, and the fee of an early exit. */
  upperPpm: number
  exitFeePpm: number
  principal: string
}

export type HostingConsent = ConsentFrame & HostingTerms

export interface ExitConsent extends ConsentFrame {
  order: string
  /** The least returned amount that the owner accepts, in units. */
  back: string
}

const HOSTING = 'tickmark-hosting/1\n'
const EXIT = 'tickmark-exit/1\n'

const COUNTS = ['mid', 'version', 'days', 'upperPpm', 'exitFeePpm'] as const

/** The terms in a ticket that its owner signs. */
export function hostingTermsOf({ book, mid, version, days, upperPpm, exitFeePpm, principal }: HostingTerms) {
  return { book, mid, version, days, upperPpm, exitFeePpm, principal }
}

/** Whether two hosting orders have the same signed terms. */
export function isSameHosting(one: HostingTerms, other: HostingTerms): boolean {
  return canonicalText(hostingTermsOf(one)) === canonicalText(hostingTermsOf(other))
}

/** The text that a session's key signs to host money. */
export function hostingConsentText(consent: HostingConsent): string {
  return HOSTING + canonicalText({ ...frameOf(consent), ...hostingTermsOf(consent) })
}

/** The text that a session's key signs to end a hosting order early. */
export function exitConsentText(consent: ExitConsent): string {
  return EXIT + canonicalText({ ...frameOf(consent), order: consent.order, back: consent.back })
}

/** Reads the text of a hosting order; null for any text that `hostingConsentText` would not have written. */
export function readHostingText(text: string): HostingConsent | null {
  const given = fieldsOf(text, HOSTING)
  const isBook = given?.['book'] === 'real' || given?.['book'] === 'simulated'
  if (!given || !isBook || !COUNTS.every((name) => isCount(given[name])) || !isUnits(given['principal']))
    return null
  const consent = given as unknown as HostingConsent
  return hostingConsentText(consent) === text ? consent : null
}

/** Reads the text of an early exit; null for any text that `exitConsentText` would not have written. */
export function readExitText(text: string): ExitConsent | null {
  const given = fieldsOf(text, EXIT)
  if (!given || !isUuid(given['order']) || !isUnits(given['back'])) return null
  const consent = given as unknown as ExitConsent
  return exitConsentText(consent) === text ? consent : null
}
