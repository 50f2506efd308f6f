/**
 * A problem with the house's promises: - `terms`, `signature`: a false answer - `unlogged`: an answer that the log lacks or has
 * late; `unshown`: an answer not shown - `asking`, later `unanswered`: a signed text without an answer - `overdue`: an order
 * without a result long after its due time; `result`: with an unsigned or false one - `signedOut`: an order whose result nobody
 * is signed in to ask for - `line`: a day without a hosting order's line, or with a false one - `unasked`: an order ended without
 * its owner's signature; `exit`: shown with another end than the signed one - `fees`: early exits cost more in total than the
 * sign-in allows - `address`: a deposit address that is not signed for this account and network - `balances`: an answer about the
 * house's debt that contradicts the log or the owner's statement - `contradicted`: two answers that cannot both be true
 */
export type PromiseTrouble =
  | 'terms'
  | 'signature'
  | 'unlogged'
  | 'unshown'
  | 'asking'
  | 'unanswered'
  | 'overdue'
  | 'result'
  | 'signedOut'
  | 'line'
  | 'exit'
  | 'unasked'
  | 'fees'
  | 'address'
  | 'balances'
  | 'contradicted'

/** Whether the alarm is red; troubles that are only late, and may still resolve, are amber. */
export function isRed(trouble: PromiseTrouble): boolean {
  return trouble !== 'asking' && trouble !== 'unshown' && trouble !== 'signedOut'
}
