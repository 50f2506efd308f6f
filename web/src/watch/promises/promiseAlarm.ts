import { createStore } from '@tickmark/client/observable.ts'
import { kept } from '@tickmark/client/storage.ts'
import type { PromiseTrouble } from './kept/trouble.ts'

/** What is wrong about one order; `evidence` for the verifier, where there is any. */
export interface PromiseAlarm {
  order: string
  trouble: PromiseTrouble
  evidence: object | null
  /** The name under which this device keeps the evidence, so that only its owner takes the alarm back. */
  keptAs?: string
}

/** The worst first. `followPromises` fills it after the first screen. */
export const promiseAlarms = createStore<readonly PromiseAlarm[]>([])

/** Where `troubles.ts`, which is no part of the first screen, keeps whether a red one was shown last. */
export const ALARM_KEY = 'promiseAlarm'

/** Whether a red one was shown last. */
export function wasPromiseAlarmed(): boolean {
  return kept(ALARM_KEY) !== null
}
