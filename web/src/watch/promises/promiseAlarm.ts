import { createStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

/**
 * What is wrong with what the house promised, or has not answered: false answers (`terms`, `signature`), answers that the
 * log lacks or has late (`unlogged`), that it does not show (`unshown`), a signed text without an answer (`asking`, then
 * `unanswered`), an order without a result long after it was due (`overdue`), a day without a hosting order's
 * line or with a false one (`line`), a hosting order that ended without its owner's signature (`unasked`), one that is shown with another end than the signed one (`exit`), and two
 * answers that cannot both be true.
 */
export type PromiseTrouble =
  | 'terms'
  | 'signature'
  | 'unlogged'
  | 'unshown'
  | 'asking'
  | 'unanswered'
  | 'overdue'
  | 'line'
  | 'exit'
  | 'unasked'
  | 'contradicted'

/** What is wrong about one order; `evidence` for the verifier, where there is any. */
export interface PromiseAlarm {
  order: string
  trouble: PromiseTrouble
  evidence: object | null
}

/** The worst first. `followPromises` fills it after the first screen. */
export const promiseAlarms = createStore<readonly PromiseAlarm[]>([])

const KEY = 'promiseAlarm'

/** Shows what is wrong on every page, and keeps for the next load whether any of it is false rather than late. */
export function showAlarms(alarms: readonly PromiseAlarm[]): void {
  const red = alarms.filter(({ trouble }) => isRed(trouble))
  keep(KEY, red.length > 0 ? '1' : null)
  promiseAlarms.set([...red, ...alarms.filter(({ trouble }) => !isRed(trouble))])
}

/** Whether a red one was shown last. */
export function wasPromiseAlarmed(): boolean {
  return kept(KEY) !== null
}

/** What is only late may still come. */
export function isRed(trouble: PromiseTrouble): boolean {
  return trouble !== 'asking' && trouble !== 'unshown'
}
