import type { ForkEvidence } from '@tickmark/core/log/fork'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

/** A problem with the public log, as this device sees it. */
export type Alarm =
  /** Two contradictory signed heads. */
  | { kind: 'fork'; evidence: ForkEvidence }
  /** Another log or key than the watched one, which has not signed the change. */
  | { kind: 'key'; sinceMs: number }
  /** No consistency proof for half a minute. */
  | { kind: 'unproved' }
  /** For a minute, only an older head than the known one. */
  | { kind: 'older' }
  /** A self-declared sandbox has restarted its log since the last visit. */
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
  /** Whether the log's name is a sandbox's; every screen then says that its money is worthless. */
  isSandbox: boolean
  /** When this device first saw this log, ms since 1970; null until it watches. */
  sinceMs: number | null
  /** Size of the newest checked head. */
  size: number
  /** That head's root in hex; empty until it watches. */
  root: string
  /** That head as signed by the log; empty until it watches. */
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

/** Shows the watch's current state, and stores for the next load whether there is a lasting alarm. */
export function showWatch(state: WatchState): void {
  keep(ALARM_KEY, state.alarm && isLasting(state.alarm) ? '1' : null)
  watchState.set(state)
}

/** Whether a lasting alarm was shown when this device last watched. */
export function wasAlarmed(): boolean {
  return kept(ALARM_KEY) !== null
}

/** A missing proof may still come; a fork or another key is never cleared. */
export function isLasting({ kind }: Alarm): boolean {
  return kind === 'fork' || kind === 'key'
}

/** Whether the log is consistent, as far as this device has seen. */
export function isContinued(alarm: Alarm | null): boolean {
  return alarm === null || alarm.kind === 'restarted' || SIDE_ALARMS.some((one) => one === alarm.kind)
}

export function useWatchState(): WatchState {
  return useStore(watchState)
}
