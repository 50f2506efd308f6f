import { MOST } from './money/money.ts'
import { matches } from './shape.ts'

/*
 * Field formats of everything published: entries, lines, receipts and signed texts. Each value has only one spelling. Never
 * throws.
 */

/** A whole number of zero or more, except -0, which is written as 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0)
}

/** Ms since 1970, within the range of a date. */
export function isTime(value: unknown): value is number {
  return isCount(value) && value <= 8_640_000_000_000_000
}

/** An amount in units, as digits. */
export function isUnits(value: unknown): value is string {
  return matches(value, /^(0|[1-9]\d{0,18})$/) && BigInt(value) <= MOST
}

/** An amount in units, as digits, with a minus below zero. */
export function isSigned(value: unknown): value is string {
  return isUnits(value) || (matches(value, /^-[1-9]/) && isUnits(value.slice(1)))
}

/** A SHA-256, or a public key, in hex. */
export function isHash(value: unknown): value is string {
  return matches(value, /^[0-9a-f]{64}$/)
}

/** An Ed25519 signature in hex. */
export function isSignature(value: unknown): value is string {
  return matches(value, /^[0-9a-f]{128}$/)
}

/** YYYY-MM-DD. */
export function isDay(value: unknown): value is string {
  return matches(value, /^\d{4}-\d\d-\d\d$/)
}

export function isUuid(value: unknown): value is string {
  return matches(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
}

/** The origin of a log, in characters that a key's text may have. */
export function isOrigin(value: unknown): value is string {
  return matches(value, /^[!-*,-~]{1,200}$/)
}
