import { showAlarms, type PromiseAlarm } from './promiseAlarm.ts'

const shown = new Map<string, PromiseAlarm>()

/** Shows what is wrong under a name, in place of what was; null when nothing is. */
export function setTrouble(name: string, alarm: PromiseAlarm | null): void {
  const before = shown.get(name)
  if (before?.trouble === alarm?.trouble) return
  if (alarm) shown.set(name, alarm)
  else shown.delete(name)
  showAlarms([...shown.values()])
}

/** How long each thing has been looked for in vain, and when last, by this device's monotonic clock. */
const silences = new Map<string, { lastMs: number; sumMs: number }>()

/** A longer pause between two looks was the device's: it slept, or the page was in the background. */
const PAUSE_MS = 15_000

/** For how long something has not been seen while the device was awake and had a network. */
export function silentFor(name: string, isSeen: boolean, nowMs = performance.now()): number {
  if (isSeen || isOffline()) {
    silences.delete(name)
    return 0
  }
  const { lastMs, sumMs } = silences.get(name) ?? { lastMs: nowMs, sumMs: 0 }
  const passedMs = nowMs - lastMs
  const next = { lastMs: nowMs, sumMs: sumMs + (passedMs <= PAUSE_MS ? passedMs : 0) }
  silences.set(name, next)
  return next.sumMs
}

function isOffline(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}
