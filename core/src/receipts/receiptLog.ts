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
import { FIRST_SEQ, entryLeaf, readEntryTexts, type LogEntry } from '../log/log.ts'
import { splitNote } from '../log/note.ts'
import { isSame } from '../log/tree.ts'
import { rangeRoot } from '../log/treeProofs.ts'
import type { Receipt, Segment } from './receipts.ts'

/**
 * The fixings that follow from the log; null when its entries are insufficient. `ticketSeq` is 0 without a `tickets`
 * entry.
 */
export interface LoggedFixings {
  ticketSeq: number
  /**
   * Whether the ticket was logged by the second of the entry price, and that second gave it. Otherwise the house could
   * choose among later seconds, or log a ticket once more to have it void.
   */
  isPrompt: boolean
  entry: Fixing | null
  exit: Fixing | null
  /** Whether every second of the settlement window has its tick: a house may leave out those that it does not like. */
  isWindowFull: boolean
}

/**
 * The entries of each segment, and whether all of them lie in the tree of the receipt's checkpoint. An unreadable
 * segment, or one from another tree, stays empty. Whether the checkpoint is signed is another step.
 */
export function readSegments(
  { segments, checkpoint }: Pick<Receipt, 'segments' | 'checkpoint'>,
  crypto: Crypto,
): { entries: LogEntry[][]; ok: boolean; size: number } {
  const head = parseCheckpoint(splitNote(checkpoint)?.text ?? '')
  const entries = segments.map((segment) => (head ? readSegment(segment, head, crypto) : []))
  const [first, second] = entries
  const parted = !second || startsAfter(first?.at(-1), second[0])
  const ok = entries.length >= 1 && entries.length <= 2 && entries.every((one) => one.length > 0) && parted
  return { entries, ok, size: head?.size ?? 0 }
}

function startsAfter(last: LogEntry | undefined, next: LogEntry | undefined): boolean {
  return last !== undefined && next !== undefined && next.seq > last.seq + 1 && next.at >= last.at
}

/** The entries of a segment in the tree of a checkpoint; empty when they are not in it. */
export function readSegment(
  { from, bodies, left, right }: Segment,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  { sha256 }: Crypto,
): LogEntry[] {
  const read = readEntryTexts(bodies, from + 1)
  if (!read.ok) return []
  const leaves = bodies.map((body) => entryLeaf(body, sha256))
  const proof = { left: left.map(bytes), right: right.map(bytes) }
  const found = rangeRoot(from, leaves, size, proof, sha256)
  return found !== null && isSame(found, root) ? read.entries : []
}

/** The fixings by the rules. An entry fixing needs all entries up to the tick, or past the time allowed for it. */
export function fixingsOf(receipt: Receipt, entries: LogEntry[][]): LoggedFixings {
  const { ticket } = receipt
  const run = entries[0] ?? []
  const ticketSeq = run[0]?.kind === 'tickets' ? run[0].seq : 0
  const found = entryFixing(ticksOf(run, ticket.pid), { acceptedAtMs: ticket.acceptedAt, ticketSeq })
  const isOver = (run.at(-1)?.at ?? 0) > ticket.acceptedAt + ENTRY_DELAY_MS + ENTRY_WAIT_MS
  const entry = ticketSeq > 0 && (found.ok || isOver) ? found : null
  const dueSecond = entryDueAtMs(ticket.acceptedAt)
  const isLogged = ticketSeq > 0 && (run[0]?.at ?? Infinity) <= dueSecond
  const isPrompt = isLogged && (!entry?.ok || entry.tick.atMs === dueSecond)
  const window = entries.at(-1) ?? []
  const { dueAt, fixingTicks } = ticket
  const ticks = ticksOf(window, ticket.pid)
  const exit = coversWindow(window, receipt) ? exitFixing(ticks, { dueAtMs: dueAt, fixingTicks }) : null
  const deciding = ticks.filter((one) => one.atMs > dueAt - fixingTicks * 1000 && one.atMs <= dueAt)
  return { ticketSeq, isPrompt, entry, exit, isWindowFull: deciding.length === fixingTicks }
}

/** Whether the entries begin before the fixing window and reach the due second's tick, or go past it. */
function coversWindow(run: readonly LogEntry[], { ticket }: Receipt): boolean {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last) return false
  const isEarly = first.at <= ticket.dueAt - ticket.fixingTicks * 1000 || first.seq === FIRST_SEQ
  return isEarly && (last.at > ticket.dueAt || (last.kind === 'tick' && last.at === ticket.dueAt))
}

function ticksOf(entries: readonly LogEntry[], pid: number): Tick[] {
  const ticks: Tick[] = []
  for (const entry of entries) {
    const price = entry.kind === 'tick' ? entry.prices[pid] : undefined
    if (price !== undefined) ticks.push({ seq: entry.seq, atMs: entry.at, price: BigInt(price) })
  }
  return ticks
}

/** Bytes of hexadecimal whose form was already checked. */
export function bytes(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? new Uint8Array(0)
}
