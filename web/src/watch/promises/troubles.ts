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

/** Since when each thing is looked for in vain, by this device's clock. */
const silentSinceMs = new Map<string, number>()

/** For how long something has not been seen while the device has a network. */
export function silentFor(name: string, isSeen: boolean): number {
  const nowMs = Date.now()
  if (isSeen || !navigator.onLine) silentSinceMs.delete(name)
  else if (!silentSinceMs.has(name)) silentSinceMs.set(name, nowMs)
  return nowMs - (silentSinceMs.get(name) ?? nowMs)
}
