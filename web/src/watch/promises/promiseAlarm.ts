import { createStore } from '@tickmark/client/observable.ts'
import { kept } from '@tickmark/client/storage.ts'
import type { PromiseTrouble } from './kept/trouble.ts'

/** A problem about one order, withdrawal, network of a deposit address, or day of balances; `evidence` for the verifier, if there is any. */
export interface PromiseAlarm {
  order: string
  trouble: PromiseTrouble
  evidence: object | null
  /** The name of the kept evidence, by which only its owner dismisses the alarm. */
  keptAs?: string
}

/** The worst first. `followPromises` fills it after the first screen. */
export const promiseAlarms = createStore<readonly PromiseAlarm[]>([])

/** The alarm about an order; undefined without one. */
export function alarmAbout(orderId: string, alarms: readonly PromiseAlarm[]): PromiseAlarm | undefined {
  return alarms.find(({ order }) => order === orderId)
}

/** Storage key of `troubles.ts`, which is not part of the first screen: whether the last alarm shown was red. */
export const ALARM_KEY = 'promiseAlarm'

/** Whether the last alarm shown was red. */
export function wasPromiseAlarmed(): boolean {
  return kept(ALARM_KEY) !== null
}
