import { bytesOfHex } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import {
  ENTRY_DELAY_MS,
  ENTRY_WAIT_MS,
  entryDueAtMs,
  entryFixing,
  exitFixing,
  type Fixing,
  type Tick,
} from '../market/fixing.ts'
import { parseCheckpoint, type Checkpoint } from '../log/checkpoint.ts'
import { FIRST_SEQ, entryLeaf, type BatchesEntry, type ListEntry, type LogEntry } from '../log/log.ts'
import { merkleVerify } from '../log/tree/merkle.ts'
import { splitNote } from '../log/note.ts'
import { readEntryTexts } from '../log/readEntries.ts'
import { isSame } from '../log/tree/tree.ts'
import { rangeRoot, runsRoot } from '../log/tree/treeProofs.ts'
import type { BatchProof, Excerpt, PlaceInLog, Receipt, Segment } from './receipts.ts'

/** The entries of a receipt's segments. */
export interface ShownLog {
  /** By segment; empty when a segment is unreadable or not in the checkpoint's tree. */
  runs: LogEntry[][]
  /** Whether all of them lie in that tree. */
  ok: boolean
  /** Entries in that tree. */
  size: number
}

/** The entries of all segments. Does not verify the checkpoint's signature; another step does. */
export function readSegments(
  { segments, proof, checkpoint }: Pick<Receipt, 'segments' | 'proof' | 'checkpoint'>,
  crypto: Crypto,
): ShownLog {
  const head = parseCheckpoint(splitNote(checkpoint)?.text ?? '')
  const size = head?.size ?? 0
  const runs = segments.map(entriesOf)
  const isParted = runs.every((run, i) => run.length > 0 && (i === 0 || isAfter(runs[i - 1]?.at(-1), run[0])))
  if (!head || runs.length === 0 || !isParted) return { runs: [], ok: false, size }
  const leaves = segments.map(({ from, bodies }) => ({
    from,
    leaves: bodies.map((body) => entryLeaf(body, crypto.sha256)),
  }))
  const found = runsRoot(leaves, size, proof.map(bytes), crypto.sha256)
  const ok = found !== null && isSame(found, head.root)
  return { runs: ok ? runs : [], ok, size }
}

/** The entries of an excerpt; empty when a text is no entry or has the wrong number. */
function entriesOf({ from, bodies }: Excerpt): LogEntry[] {
  const read = readEntryTexts(bodies, from + 1)
  return read.ok ? read.entries : []
}

function isAfter(last: LogEntry | undefined, next: LogEntry | undefined): boolean {
  return last !== undefined && next !== undefined && next.seq > last.seq + 1 && next.at >= last.at
}

/** The entries of a segment in the tree of a checkpoint; empty when they are not in it. */
export function readSegment(
  { from, bodies, left, right }: Segment,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  { sha256 }: Crypto,
): LogEntry[] {
  const entries = entriesOf({ from, bodies })
  if (entries.length === 0) return []
  const leaves = bodies.map((body) => entryLeaf(body, sha256))
  const proof = { left: left.map(bytes), right: right.map(bytes) }
  const found = rangeRoot(from, leaves, size, proof, sha256)
  return found !== null && isSame(found, root) ? entries : []
}

/** Whether a log entry is of this kind and has a batch at an index. */
export function hasBatch(
  entry: LogEntry,
  kind: BatchesEntry['kind'],
  { batch, root }: Pick<BatchProof, 'batch' | 'root'>,
  place: PlaceInLog,
  crypto: Pick<Crypto, 'sha256'>,
): entry is BatchesEntry {
  return hasLeaf(entry, { kind, number: batch, leaf: bytes(root) }, place, crypto)
}

/** A leaf under an entry of batches or statements: its number and its data, a batch's root or a statement's text. */
export interface LoggedLeaf {
  kind: BatchesEntry['kind'] | Exclude<ListEntry['kind'], 'trades'>
  number: number
  leaf: Uint8Array
}

/** The leaf of an answer to an order. */
export interface AnswerLeaf extends LoggedLeaf {
  kind: 'tickets' | 'receipts' | 'refusals'
}

/** Whether a log entry is of this kind and has this leaf at an index. */
export function hasLeaf(
  entry: LogEntry,
  { kind, number, leaf }: LoggedLeaf,
  { index, count, path }: PlaceInLog,
  { sha256 }: Pick<Crypto, 'sha256'>,
): entry is BatchesEntry | ListEntry {
  return (
    entry.kind === kind &&
    entry.count === count &&
    entry.first <= number &&
    number <= entry.last &&
    merkleVerify(leaf, index, count, path.map(bytes), bytes(entry.root), sha256)
  )
}

/** The first shown entry of a kind whose root covers a batch's root, by the given proof. */
export function entryWithBatch(
  runs: readonly LogEntry[][],
  kind: BatchesEntry['kind'],
  proof: BatchProof,
  place: PlaceInLog,
  crypto: Crypto,
): BatchesEntry | null {
  for (const entry of runs.flat()) {
    if (hasBatch(entry, kind, proof, place, crypto)) return entry
  }
  return null
}

/** The run with an entry in it. */
export function runWith(runs: readonly LogEntry[][], { seq }: Pick<LogEntry, 'seq'>): LogEntry[] {
  return runs.find((run) => run.some((one) => one.seq === seq)) ?? []
}

/** The fixings that follow from the log; null when its entries are insufficient. */
export interface LoggedFixings {
  /** 0 without a `tickets` entry that has the ticket. */
  ticketSeq: number
  /**
   * Whether the ticket was logged by the second of the expected entry tick, and that tick gave the entry price. Otherwise the
   * house could choose among later seconds, or log a ticket twice to void it.
   */
  isPrompt: boolean
  entry: Fixing | null
  exit: Fixing | null
  /** Whether every second of the settlement window has a tick: a house could leave out unfavourable ones. */
  isWindowFull: boolean
}

/** The fixings by the rules. An entry fixing needs all entries up to its tick, or past the time allowed for one. */
export function fixingsOf(
  { ticket }: Receipt,
  runs: readonly LogEntry[][],
  logged: BatchesEntry | null,
): LoggedFixings {
  const ticketSeq = logged?.seq ?? 0
  const run = logged ? runWith(runs, logged).filter((one) => one.seq >= ticketSeq) : []
  const found = entryFixing(ticksOf(run, ticket.pid), { acceptedAtMs: ticket.acceptedAt, ticketSeq })
  const isOver = (run.at(-1)?.at ?? 0) > ticket.acceptedAt + ENTRY_DELAY_MS + ENTRY_WAIT_MS
  const entry = logged && (found.ok || isOver) ? found : null
  const dueSecond = entryDueAtMs(ticket.acceptedAt)
  const isLogged = logged !== null && logged.at <= dueSecond
  const isPrompt = isLogged && (!entry?.ok || entry.tick.atMs === dueSecond)
  const { dueAt, fixingTicks } = ticket
  const window = runs.find((one) => coversWindow(one, ticket))
  const ticks = ticksOf(window ?? [], ticket.pid)
  const exit = window ? exitFixing(ticks, { dueAtMs: dueAt, fixingTicks }) : null
  const deciding = ticks.filter((one) => one.atMs > dueAt - fixingTicks * 1000 && one.atMs <= dueAt)
  return { ticketSeq, isPrompt, entry, exit, isWindowFull: deciding.length === fixingTicks }
}

/** Whether the entries begin before the fixing window and reach the due second's tick, or go past it. */
function coversWindow(run: readonly LogEntry[], { dueAt, fixingTicks }: Receipt['ticket']): boolean {
  const first = run[0]
  const reaches = run.some((one) => one.at > dueAt || (one.kind === 'tick' && one.at === dueAt))
  return first !== undefined && isFrom(first, dueAt - fixingTicks * 1000) && reaches
}

/** Whether all entries later than a time come after this one. */
export function isFrom(first: LogEntry, ms: number): boolean {
  return first.at <= ms || first.seq === FIRST_SEQ
}

/** The ticks of a product. */
export function ticksOf(entries: readonly LogEntry[], pid: number): Tick[] {
  const ticks: Tick[] = []
  for (const entry of entries) {
    const price = entry.kind === 'tick' ? entry.prices[pid] : undefined
    if (price !== undefined) ticks.push({ seq: entry.seq, atMs: entry.at, price: BigInt(price) })
  }
  return ticks
}

/** Bytes of already validated hexadecimal. */
export function bytes(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? new Uint8Array(0)
}
