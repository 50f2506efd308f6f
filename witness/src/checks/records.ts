import { asciiBytes } from '@tickmark/core/bytes'
import { canonicalText } from '@tickmark/core/canonical'
import type { LogEntry, RecordEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE, isSame, leafHash, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import { areTimesOf, type Withdrawals } from '@tickmark/core/log/withdrawals'
import { dayAt, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import {
  isRecordOf,
  openRecord,
  type LoggedRefusals,
  type LoggedResults,
} from '@tickmark/core/record/readRecord'
import { REFUSAL_LAG_MS } from '@tickmark/core/record/refusedLine'
import { nodeCrypto } from '../nodeCrypto.ts'

const { sha256 } = nodeCrypto

/** Facts that the log's next records must match. */
export interface Records {
  /** The day whose record comes next; null before the first entry. */
  next: string | null
  /** Ticks since that day was over. */
  ticks: number
  /** Trees over the `receipts` entries of each day without a record. */
  results: DayEdge[]
  /** Trees over the `refusals` entries that each record to come must tell. */
  refusals: DayEdge[]
}

export interface DayEdge {
  day: string
  edge: Edge
}

export const NO_RECORDS: Records = { next: null, ticks: 0, results: [], refusals: [] }

/** A record whose file must be read: its lines must match the `receipts` and `refusals` entries that belong to the day. */
export interface Recorded {
  entry: RecordEntry
  results: Edge
  refusals: Edge
  /** The log before the record tells how long the day's withdrawals took. */
  withdrawals: Withdrawals
}

/** Number of ticks after its day within which a record must come: six hours, not counting times when the log stalled. */
const RECORD_WITHIN = 21_600

export function recordsAfter(before: Records, entry: LogEntry): Records {
  const day = dayNameAt(entry.at)
  const next = before.next ?? day
  if (entry.kind === 'tick' && day > next) return { ...before, next, ticks: before.ticks + 1 }
  if (entry.kind === 'receipts') {
    const { seq, count, first, last, root } = entry
    return { ...before, next, results: withOne(before.results, day, { seq, count, first, last, root }) }
  }
  if (entry.kind === 'refusals') {
    const { seq, count, root } = entry
    const told = dayNameAt(entry.at + REFUSAL_LAG_MS)
    return { ...before, next, refusals: withOne(before.refusals, told, { seq, count, root }) }
  }
  return before.next === null ? { ...before, next } : before
}

function withOne(known: readonly DayEdge[], day: string, one: LoggedResults | LoggedRefusals): DayEdge[] {
  return [...known.filter((other) => other.day !== day), { day, edge: withLeaf(edgeOf(known, day), one) }]
}

function edgeOf(known: readonly DayEdge[], day: string): Edge {
  return known.find((one) => one.day === day)?.edge ?? EMPTY_EDGE
}

export function isUnrecorded({ ticks }: Records): boolean {
  return ticks >= RECORD_WITHIN
}

/** The facts after a record of the right day; `withdrawals` are those before it. */
export function takeRecord<F extends { records: Records }>(
  followed: F,
  entry: RecordEntry,
  withdrawals: Withdrawals,
): { next: F; recorded: Recorded } {
  const { results, refusals } = followed.records
  const others = (known: readonly DayEdge[]) => known.filter((one) => one.day !== entry.day)
  const next = dayName((dayOfName(entry.day) ?? 0) + 1)
  const records = { next, ticks: 0, results: others(results), refusals: others(refusals) }
  const edges = { results: edgeOf(results, entry.day), refusals: edgeOf(refusals, entry.day) }
  const recorded = { entry, ...edges, withdrawals }
  return { next: { ...followed, records }, recorded }
}

export type RecordProblem =
  | 'record_not_as_logged'
  | 'record_without_results'
  | 'record_without_refusals'
  | 'record_of_other_times'
  | 'record_unsound'

/** Reads the lines of a record: they must match the log's commitment, be all of its results, refusals and paid withdrawals, and be sound. */
export async function recordProblem(
  { entry, results, refusals, withdrawals }: Recorded,
  lines: AsyncIterable<string>,
): Promise<RecordProblem | null> {
  let [ended, refused] = [EMPTY_EDGE, EMPTY_EDGE]
  const record = openRecord(
    sha256,
    (one) => {
      ended = withLeaf(ended, one)
    },
    (one) => {
      refused = withLeaf(refused, one)
    },
  )
  const times: number[] = []
  for await (const text of lines) {
    const line = record.add(text)
    if (line?.kind === 'withdrawal') times.push(line.ms)
  }
  const read = record.end()
  if (!isRecordOf(read, entry)) return 'record_not_as_logged'
  if (!isSame(rootOf(ended, sha256), rootOf(results, sha256))) return 'record_without_results'
  if (!isSame(rootOf(refused, sha256), rootOf(refusals, sha256))) return 'record_without_refusals'
  if (!areTimesOf(withdrawals, entry.day, times)) return 'record_of_other_times'
  return read.problem ? 'record_unsound' : null
}

function withLeaf(edge: Edge, entry: LoggedResults | LoggedRefusals): Edge {
  return appendLeaf(edge, leafHash(asciiBytes(canonicalText({ ...entry })), sha256), sha256)
}

function dayNameAt(atMs: number): string {
  return dayName(dayAt(atMs))
}
