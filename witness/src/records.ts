import { asciiBytes } from '@tickmark/core/bytes'
import { canonicalText } from '@tickmark/core/canonical'
import type { LogEntry, RecordEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE, isSame, leafHash, rootOf, type Edge } from '@tickmark/core/log/tree'
import { DAY_SECONDS, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import { isRecordOf, openRecord, type LoggedResults } from '@tickmark/core/record/readRecord'
import { nodeCrypto } from './nodeCrypto.ts'

const { sha256 } = nodeCrypto

/** Facts that the log's next records must match. */
export interface Records {
  /** The day whose record comes next; null before the first entry. */
  next: string | null
  /** Ticks since that day was over. */
  ticks: number
  /** Trees over the `receipts` entries of each day without a record. */
  results: { day: string; edge: Edge }[]
}

export const NO_RECORDS: Records = { next: null, ticks: 0, results: [] }

/** A record whose file must be read: its lines must match the day's `receipts` entries. */
export interface Recorded {
  entry: RecordEntry
  results: Edge
}

/** Number of ticks after its day within which a record must come: six hours, not counting times when the log stalled. */
const RECORD_WITHIN = 21_600

export function withEntry(before: Records, entry: LogEntry): Records {
  const day = dayAt(entry.at)
  const next = before.next ?? day
  if (entry.kind === 'tick' && day > next) return { ...before, next, ticks: before.ticks + 1 }
  if (entry.kind !== 'receipts') return before.next === null ? { ...before, next } : before
  const known = before.results.find((one) => one.day === day) ?? { day, edge: EMPTY_EDGE }
  const { seq, count, first, last, root } = entry
  const edge = withResults(known.edge, { seq, count, first, last, root })
  return { ...before, next, results: [...before.results.filter((one) => one.day !== day), { day, edge }] }
}

export function isUnrecorded({ ticks }: Records): boolean {
  return ticks >= RECORD_WITHIN
}

/** The facts after a record of the right day. */
export function takeRecord<F extends { records: Records }>(
  followed: F,
  entry: RecordEntry,
): { next: F; recorded: Recorded } {
  const { results } = followed.records
  const next = dayName((dayOfName(entry.day) ?? 0) + 1)
  const records = { next, ticks: 0, results: results.filter((one) => one.day !== entry.day) }
  const edge = results.find((one) => one.day === entry.day)?.edge ?? EMPTY_EDGE
  return { next: { ...followed, records }, recorded: { entry, results: edge } }
}

export type RecordProblem = 'record_not_as_logged' | 'record_without_results' | 'record_unsound'

/** Reads the lines of a record: they must match the log's commitment, be all of its results, and be sound. */
export async function recordProblem(
  { entry, results }: Recorded,
  lines: AsyncIterable<string>,
): Promise<RecordProblem | null> {
  let edge = EMPTY_EDGE
  const record = openRecord(sha256, (one) => {
    edge = withResults(edge, one)
  })
  for await (const line of lines) record.add(line)
  const read = record.end()
  if (!isRecordOf(read, entry)) return 'record_not_as_logged'
  if (!isSame(rootOf(edge, sha256), rootOf(results, sha256))) return 'record_without_results'
  return read.problem ? 'record_unsound' : null
}

function withResults(edge: Edge, results: LoggedResults): Edge {
  return appendLeaf(edge, leafHash(asciiBytes(canonicalText({ ...results })), sha256), sha256)
}

function dayAt(ms: number): string {
  return dayName(Math.floor(ms / 1000 / DAY_SECONDS))
}
