import type { Sha256 } from '../crypto.ts'
import { asciiBytes, concat } from '../bytes.ts'
import { canonicalText } from '../canonical.ts'
import { isRecord, readJson } from '../json.ts'
import { MOST } from '../money/money.ts'

/** The index price of every product that is not paused, at one whole second. Prices by pid, in 1e-8 USDT as digits. */
export interface TickEntry {
  kind: 'tick'
  seq: number
  /** Milliseconds since 1970, a whole second. */
  at: number
  prices: Readonly<Record<string, string>>
}

/** Merkle root over the roots of ticket batches (or receipt batches) `first` to `last`, logged before that second's tick. */
export interface BatchesEntry {
  kind: 'tickets' | 'receipts'
  seq: number
  at: number
  count: number
  first: number
  last: number
  root: string
}

/** Commitment to a day of the simulated index, logged before its first tick. `day` is a UTC date, 2026-11-21. */
export interface DayEntry {
  kind: 'day'
  seq: number
  at: number
  day: string
  commit: string
}

/**
 * The facts that the `day` entry had committed to, logged after that day. Levels as in `DayFacts`
 * (simulated/prices.ts).
 */
export interface RevealEntry {
  kind: 'reveal'
  seq: number
  at: number
  day: string
  seed: string
  levels: Readonly<Record<string, readonly [string, string]>>
}

/** Ed25519 public keys: of the log's roots, and of tickets and receipts. Valid until the next entry of this kind. */
export interface KeysEntry {
  kind: 'keys'
  seq: number
  at: number
  log: string
  receipts: string
}

export type LogEntry = TickEntry | BatchesEntry | DayEntry | RevealEntry | KeysEntry

/** An entry as it is stored and published. */
export interface ChainedEntry {
  seq: number
  body: string
  hash: Uint8Array
}

/** The hash before the first entry. */
export const GENESIS: Uint8Array = new Uint8Array(32)
export const FIRST_SEQ = 1

/** The canonical text of an entry, which is hashed. */
export function entryBody(entry: LogEntry): string {
  return canonicalText({ ...entry })
}

/** sha256(previous hash ‖ body). */
export function entryHash(prevHash: Uint8Array, body: string, sha256: Sha256): Uint8Array {
  return sha256(concat(prevHash, asciiBytes(body)))
}

/** The text that is signed (Ed25519) once a minute: the log up to `seq` has this hash. `at` in ms, `hash` in hex. */
export function rootText(root: { seq: number; at: number; hash: string }): string {
  return canonicalText({ at: root.at, hash: root.hash, seq: root.seq })
}

/** Parses an entry; null unless the text is exactly what `entryBody` writes for an entry with plausible fields. */
export function parseEntry(body: string): LogEntry | null {
  if (!/^[\x20-\x7e]*$/.test(body)) return null
  const value = readJson(body)
  if (!isRecord(value) || !isCount(value.seq) || value.seq < FIRST_SEQ || !isCount(value.at)) return null
  const shape =
    typeof value.kind === 'string' && Object.hasOwn(SHAPES, value.kind) ? SHAPES[value.kind] : undefined
  if (!shape?.(value) || Object.keys(value).length !== FIELDS[value.kind as LogEntry['kind']]) return null
  const entry = value as unknown as LogEntry
  return entryBody(entry) === body ? entry : null
}

export type ChainProblem = 'not_an_entry' | 'wrong_seq' | 'time_runs_back' | 'wrong_hash'

/**
 * Checks consecutive entries from `prevHash` on: texts, sequence numbers without gaps, times that never decrease (ticks
 * at least one second apart), hashes. Names the first faulty entry.
 */
export function checkChain(
  entries: readonly ChainedEntry[],
  prevHash: Uint8Array,
  sha256: Sha256,
): { ok: true; entries: LogEntry[] } | { ok: false; problem: ChainProblem; index: number } {
  const read: LogEntry[] = []
  let hash = prevHash
  let lastTickAt = -1
  for (const [index, given] of entries.entries()) {
    const entry = parseEntry(given.body)
    if (!entry) return { ok: false, problem: 'not_an_entry', index }
    const before = read[index - 1]
    if (entry.seq !== given.seq || (before && entry.seq !== before.seq + 1))
      return { ok: false, problem: 'wrong_seq', index }
    const late = before !== undefined && entry.at < before.at
    if (late || (entry.kind === 'tick' && entry.at <= lastTickAt))
      return { ok: false, problem: 'time_runs_back', index }
    hash = entryHash(hash, given.body, sha256)
    if (!hash.every((byte, i) => byte === given.hash[i]) || given.hash.length !== 32) {
      return { ok: false, problem: 'wrong_hash', index }
    }
    if (entry.kind === 'tick') lastTickAt = entry.at
    read.push(entry)
  }
  return { ok: true, entries: read }
}

const FIELDS: Record<LogEntry['kind'], number> = {
  tick: 4,
  tickets: 7,
  receipts: 7,
  day: 5,
  reveal: 6,
  keys: 5,
}

const SHAPES: Record<string, (value: Record<string, unknown>) => boolean> = {
  tick: (value) => (value.at as number) % 1000 === 0 && isTable(value.prices, isPrice),
  tickets: isBatches,
  receipts: isBatches,
  day: (value) => isDay(value.day) && isHash(value.commit),
  reveal: (value) => isDay(value.day) && isHash(value.seed) && isTable(value.levels, isLevels),
  keys: (value) => isHash(value.log) && isHash(value.receipts),
}

function isBatches(value: Record<string, unknown>): boolean {
  const { count, first, last, root } = value
  return isCount(count) && isCount(first) && isCount(last) && count > 0 && first <= last && isHash(root)
}

/** A table by product id. */
function isTable(value: unknown, isCell: (cell: unknown) => boolean): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(([pid, cell]) => /^[1-9]\d{0,5}$/.test(pid) && isCell(cell))
  )
}

function isPrice(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MOST
}

function isLevels(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isLevel)
}

function isLevel(value: unknown): boolean {
  return typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
