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

/** For how long each thing is missing. Whoever looks for it asks here, and says when it is there. */
export const silences = countSilences()

const shown = new Map<string, PromiseAlarm>()
/** What was found against the house, by the name under which it is kept. */
const found = new Map<string, PromiseAlarm>()

/**
 * Shows what is wrong under a name, in place of what was; null when a fact says that nothing is. What is only late does not take
 * the place of what was found false: a house cannot take that back by answering nothing.
 */
export function setTrouble(name: string, alarm: PromiseAlarm | null): void {
  const before = shown.get(name)
  if (before?.trouble === alarm?.trouble) return
  if (before && alarm && isRed(before.trouble) && !isRed(alarm.trouble)) return
  if (alarm) shown.set(name, alarm)
  else shown.delete(name)
  showAll()
}

/** Shows evidence against the house, and keeps it: whatever the house shows afterwards, only the owner takes the alarm back. */
export async function accuse({ order, trouble, evidence }: Accusation): Promise<void> {
  const kept = await keepEvidence({ order, trouble, evidence, keptAtMs: Date.now() })
  if (!kept.isDismissed) showFound([kept])
}

/** Shows what earlier visits and other tabs have found, and no more what was dismissed there. */
export async function showEvidence(): Promise<void> {
  const all = await evidenceKept(Date.now())
  const gone = all.filter(({ name, isDismissed }) => isDismissed && found.delete(name))
  const fresh = all.filter(({ name, isDismissed }) => !isDismissed && !found.has(name))
  showFound(fresh)
  if (gone.length > 0 && fresh.length === 0) showAll()
}

/** Takes back the alarm about evidence, which its owner has seen. */
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

/** Shows what is wrong on every page, and keeps for the next load whether any of it is false rather than late. */
function showAll(): void {
  const alarms = [...found.values(), ...shown.values()]
  const red = alarms.filter(({ trouble }) => isRed(trouble))
  keep(ALARM_KEY, red.length > 0 ? '1' : null)
  promiseAlarms.set([...red, ...alarms.filter(({ trouble }) => !isRed(trouble))])
}
