import { entryLeaf, parseEntry, type TickEntry } from '@tickmark/core/log/log'
import type { KnownKey } from '@tickmark/core/log/note'
import { appendLeaf, isSame, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import { checkDay, type DayProblem } from '@tickmark/core/market/simulated/day'
import { dayAt, dayOfName } from '@tickmark/core/market/simulated/prices'
import { keyOf, takeEntry, type EntryProblem, type Followed, type Revealed } from './entries.ts'
import type { HouseFiles } from './houseFiles.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { recordProblem, type RecordProblem } from './checks/records.ts'

const { sha256 } = nodeCrypto

/** The fault of entry `index`, counted from 0, and the texts that prove it. */
export interface Fault {
  ok: false
  problem: EntryProblem | DayProblem['problem'] | RecordProblem | 'not_in_tree'
  index: number
  bodies: string[]
}

/** `keys` are those that the entries name, in order; `changes` are the texts of these entries. */
export type Read = { ok: true; followed: Followed; keys: KnownKey[]; changes: string[] } | Fault

/** Reads a house's entries up to a size of its log, and recomputes each revealed day. */
export async function readEntries(files: HouseFiles, from: Followed, to: number): Promise<Read> {
  const keys: KnownKey[] = from.keys ? [keyOf(from.keys)] : []
  const changes: string[] = []
  let followed = from
  while (followed.edge.size < to) {
    for (const body of await files.entries(followed.edge.size, to)) {
      const index = followed.edge.size
      const taken = takeEntry(followed, body)
      if (!taken.ok) return { ok: false, problem: taken.problem, index, bodies: [body] }
      if (taken.next.keys && taken.next.keys !== followed.keys) {
        keys.push(keyOf(taken.next.keys))
        changes.push(body)
      }
      followed = taken.next
      const fault = taken.revealed && (await drawAgain(files, taken.revealed, followed.edge, to))
      if (fault) return { ...fault, bodies: [body, ...fault.bodies] }
      const { recorded } = taken
      const wrong = recorded && (await recordProblem(recorded, files.record(recorded.entry.day)))
      if (wrong) return { ok: false, problem: wrong, index, bodies: [body] }
    }
  }
  return { ok: true, followed, keys, changes }
}

/** Ticks recomputed at a time, as they are held in memory. */
const MOST_TICKS = 4_096

/**
 * Reads a revealed day's entries a second time and recomputes its ticks. They must lead to the same edge as the first reading,
 * which proves that they are the same entries.
 */
async function drawAgain(
  files: HouseFiles,
  { reveal, commit, start }: Revealed,
  end: Edge,
  to: number,
): Promise<Fault | null> {
  const day = dayOfName(reveal.day)
  let edge = start
  let ticks: TickEntry[] = []
  const check = (): Fault | null => {
    const checked = checkDay(reveal, commit, ticks, sha256)
    const seq = !checked.ok && 'seq' in checked ? checked.seq : end.size
    const wrong = ticks.find((one) => one.seq === seq)
    ticks = []
    if (checked.ok) return null
    return {
      ok: false,
      problem: checked.problem,
      index: seq - 1,
      bodies: wrong ? [JSON.stringify(wrong)] : [],
    }
  }
  while (edge.size < end.size) {
    const bodies = await files.entries(edge.size, to)
    for (const body of bodies.slice(0, end.size - edge.size)) {
      edge = appendLeaf(edge, entryLeaf(body, sha256), sha256)
      const entry = parseEntry(body)
      if (entry?.kind === 'tick' && dayAt(entry.at) === day) ticks.push(entry)
    }
    const fault = ticks.length >= MOST_TICKS ? check() : null
    if (fault) return fault
  }
  if (!isSame(rootOf(edge, sha256), rootOf(end, sha256)))
    return { ok: false, problem: 'not_in_tree', index: start.size, bodies: [] }
  return check()
}
