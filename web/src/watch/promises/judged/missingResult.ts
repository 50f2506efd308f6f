import type { PromiseTrouble } from '../kept/trouble.ts'

/** After a start, the house's log may go on a moment before its results. */
const NONE_MS = 10_000
/** So long without any answer, the house does not show a result; then it is as good as missing. */
const UNSHOWN_MS = 60_000
const OVERDUE_MS = 300_000

/** What is wrong when an order has no result that counts, `silentMs` after this device first asked; null for what may be an accident. */
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
