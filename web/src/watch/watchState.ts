import type { ForkEvidence } from '@tickmark/core/log/fork'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

/** What is wrong with the public log, as this device sees it. */
export type Alarm =
  /** Two signed heads that no log can have. */
  | { kind: 'fork'; evidence: ForkEvidence }
  /** Another log or key than the one that this device has watched, which has not signed the change. */
  | { kind: 'key'; sinceMs: number }
  /** No proof for half a minute that the log continues the one that this device knows. */
  | { kind: 'unproved' }
  /** For a minute, only an older head than the one that this device knows. */
  | { kind: 'older' }
  /** A house that calls itself a sandbox has begun a new log since the last visit. */
  | { kind: 'restarted' }
  | { kind: SideAlarm }

/**
 * What else this device finds about the house, in the order in which it is shown. `config`: it publishes other keys than its
 * log. `account`: it says that another wallet has signed in here than the one that did. `frozen`: the newest tick is far behind this device's clock. `unwitnessed`: the witnesses that the user trusts have not
 * signed lately.
 */
export const SIDE_ALARMS = ['config', 'account', 'frozen', 'unwitnessed'] as const
export type SideAlarm = (typeof SIDE_ALARMS)[number]

export interface WatchState {
  alarm: Alarm | null
  /** Whether the log names itself a sandbox's; then every screen says that its money is worth nothing. */
  isSandbox: boolean
  /** When this device saw this log first, ms since 1970; null until it watches. */
  sinceMs: number | null
  /** Entries of the newest head that it has checked. */
  size: number
  /** That head's root in hex; empty until it watches. */
  root: string
  /** That head as the log signed it; empty until it watches. */
  note: string
  /** The log's key and those before it, newest first, as C2SP signed-note.md writes them. */
  vkeys: readonly string[]
}

/** What this device knows about the public log; `startWatch` fills it after the first screen. */
export const watchState = createStore<WatchState>({
  alarm: null,
  isSandbox: false,
  sinceMs: null,
  size: 0,
  root: '',
  note: '',
  vkeys: [],
})

const ALARM_KEY = 'logAlarm'

/** Shows what the watch knows now, and keeps for the next load whether there is an alarm that stays. */
export function showWatch(state: WatchState): void {
  keep(ALARM_KEY, state.alarm && isLasting(state.alarm) ? '1' : null)
  watchState.set(state)
}

/** Whether an alarm that stays was up when this device watched last. */
export function wasAlarmed(): boolean {
  return kept(ALARM_KEY) !== null
}

/** A missing proof may still come; a fork or another key is never taken back. */
export function isLasting({ kind }: Alarm): boolean {
  return kind === 'fork' || kind === 'key'
}

/** Whether the log that this device has seen holds together as far as it knows. */
export function isContinued(alarm: Alarm | null): boolean {
  return alarm === null || alarm.kind === 'restarted' || SIDE_ALARMS.some((one) => one === alarm.kind)
}

export function useWatchState(): WatchState {
  return useStore(watchState)
}
