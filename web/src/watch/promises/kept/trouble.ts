/**
 * What is wrong with what the house promised, or has not answered: false answers (`terms`, `signature`), answers that the
 * log lacks or has late (`unlogged`), that it does not show (`unshown`), a signed text without an answer (`asking`, then
 * `unanswered`), an order without a result long after it was due (`overdue`), with one that it has not signed or that does not
 * follow (`result`), or whose result nobody is signed in to ask for (`signedOut`), a day without a hosting order's line or with a
 * false one (`line`), an order that ended without its owner's signature (`unasked`), one that is shown with another end than the
 * signed one (`exit`), early exits that took more in all than the sign-in allows (`fees`), and two answers that cannot both be true.
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
  | 'contradicted'

/** Amber for troubles that are only late: they may still resolve. */
export function isRed(trouble: PromiseTrouble): boolean {
  return trouble !== 'asking' && trouble !== 'unshown' && trouble !== 'signedOut'
}
