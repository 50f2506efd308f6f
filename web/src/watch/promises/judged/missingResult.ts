import type { PromiseTrouble } from '../kept/trouble.ts'

/** After a start, the house's log may advance a moment before its results. */
const NONE_MS = 10_000
/** Without any answer for this long, a result counts as missing. */
const UNSHOWN_MS = 60_000
const OVERDUE_MS = 300_000

/**
 * The problem of an order without a valid result, `silentMs` after this device first asked; null while it may be an
 * accident.
 */
export function missingResult(
  why: 'none' | 'unsigned' | 'unanswered' | 'signedOut',
  silentMs: number,
): PromiseTrouble | null {
  if (why === 'none') return silentMs >= NONE_MS ? 'overdue' : null
  if (why === 'unsigned') return silentMs >= NONE_MS ? 'result' : null
  if (silentMs < UNSHOWN_MS) return null
  if (why === 'signedOut') return 'signedOut'
  return silentMs >= OVERDUE_MS ? 'overdue' : 'unshown'
}
