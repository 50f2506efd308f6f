import { keep } from '@tickmark/client/storage.ts'
import { countSilences } from '../asking/silences.ts'
import {
  dismissEvidence,
  evidenceKept,
  keepEvidence,
  type Accusation,
  type KeptEvidence,
} from './kept/evidenceStore.ts'
import { isRed } from './kept/trouble.ts'
import { ALARM_KEY, promiseAlarms, type PromiseAlarm } from './promiseAlarm.ts'

/** How long each item has been missing. Every look queries it here, and reports when the item is there. */
export const silences = countSilences()

const shown = new Map<string, PromiseAlarm>()
/** Findings against the house, by the name under which they are kept. */
const found = new Map<string, PromiseAlarm>()

/**
 * Shows a problem under a name, replacing an earlier one; null when a fact shows that nothing is wrong. A late answer
 * does not replace a false one: a house cannot clear that by staying silent.
 */
export function setTrouble(name: string, alarm: PromiseAlarm | null): void {
  const before = shown.get(name)
  if (before?.trouble === alarm?.trouble) return
  if (before && alarm && isRed(before.trouble) && !isRed(alarm.trouble)) return
  if (alarm) shown.set(name, alarm)
  else shown.delete(name)
  showAll()
}

/**
 * Shows evidence against the house, and keeps it: only the owner dismisses the alarm, whatever the house shows later.
 */
export async function accuse({ order, trouble, evidence }: Accusation): Promise<void> {
  const kept = await keepEvidence({ order, trouble, evidence, keptAtMs: Date.now() })
  if (!kept.isDismissed) showFound([kept])
}

/** Shows findings of earlier visits and other tabs, and hides those dismissed there. */
export async function showEvidence(): Promise<void> {
  const all = await evidenceKept(Date.now())
  const gone = all.filter(({ name, isDismissed }) => isDismissed && found.delete(name))
  const fresh = all.filter(({ name, isDismissed }) => !isDismissed && !found.has(name))
  showFound(fresh)
  if (gone.length > 0 && fresh.length === 0) showAll()
}

/** Dismisses the alarm about evidence that its owner has seen. */
export async function dismiss(keptAs: string): Promise<void> {
  found.delete(keptAs)
  showAll()
  await dismissEvidence(keptAs)
}

function showFound(list: readonly KeptEvidence[]): void {
  for (const { name, order, trouble, evidence } of list)
    found.set(name, { order, trouble, evidence, keptAs: name })
  if (list.length > 0) showAll()
}

/** Shows the problems on every page, and stores for the next load whether any is false rather than late. */
function showAll(): void {
  const alarms = [...found.values(), ...shown.values()]
  const red = alarms.filter(({ trouble }) => isRed(trouble))
  keep(ALARM_KEY, red.length > 0 ? '1' : null)
  promiseAlarms.set([...red, ...alarms.filter(({ trouble }) => !isRed(trouble))])
}
