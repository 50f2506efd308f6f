import { DAY_MS, HOUR_MS } from '../days.ts'

/** The longest that operators may leave a request without two votes: `silence_ms` of the database. */
const SILENCE_MOST_MS = 7 * DAY_MS
/** Maximum length of a security hold. It cannot be extended, and ends by itself. */
export const HOLD_MOST_MS = 72 * HOUR_MS
/** From the approval to the last confirmation. */
const PAYING_MS = DAY_MS

/** A payment that is unsigned this long before it is due is given up, so that its money is back in time. */
const GIVEN_UP_MS = HOUR_MS

/** No withdrawal is due earlier or later than this after its request. */
export const DUE_LEAST_MS = HOLD_MOST_MS + PAYING_MS
export const DUE_MOST_MS = SILENCE_MOST_MS + DUE_LEAST_MS

/** What decides when a withdrawal is due. Times in milliseconds since 1970. */
interface Asked {
  atMs: number
  /** When its address may be paid. */
  addressFromMs: number
  needsApproval: boolean
}

/**
 * By when a withdrawal is paid or its money is back: the wait for its address or for operators' votes, whichever is longer, then
 * the longest security hold, and a day for the payment.
 */
export function dueAtMs({ atMs, addressFromMs, needsApproval }: Asked): number {
  const approvedMs = needsApproval ? atMs + SILENCE_MOST_MS : atMs
  return Math.max(approvedMs, addressFromMs) + DUE_LEAST_MS
}

/** Whether it is too late to sign a payment: the money of its request goes back. */
export function isGivenUp(asked: Omit<Asked, 'atMs'> & { requestedAtMs: number }, nowMs: number): boolean {
  return nowMs >= dueAtMs({ ...asked, atMs: asked.requestedAtMs }) - GIVEN_UP_MS
}
