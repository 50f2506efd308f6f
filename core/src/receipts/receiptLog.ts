import { bytesOfHex, hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import {
  ENTRY_DELAY_MS,
  ENTRY_WAIT_MS,
  entryFixing,
  exitFixing,
  type Fixing,
  type Tick,
} from '../market/fixing.ts'
import { FIRST_SEQ, checkChain, entryHash, parseEntry, type LogEntry } from '../log/log.ts'
import type { Receipt, Segment } from './receipts.ts'

/**
 * The fixings that follow from the log; null when its entries are insufficient. `ticketSeq` is 0 without a `tickets`
 * entry.
 */
export interface LoggedFixings {
  ticketSeq: number
  entry: Fixing | null
  exit: Fixing | null
}

/**
 * The entries of each segment, and whether their hashes lead to the segments' roots. An unreadable segment stays empty.
 */
export function readSegments(
  segments: readonly Segment[],
  crypto: Crypto,
): { entries: LogEntry[][]; ok: boolean } {
  const entries = segments.map((segment) => readSegment(segment, crypto))
  const [first, second] = entries
  const parted = !second || startsAfter(first?.at(-1), second[0])
  const ok = entries.length >= 1 && entries.length <= 2 && entries.every((one) => one.length > 0) && parted
  return { entries, ok }
}

function startsAfter(last: LogEntry | undefined, next: LogEntry | undefined): boolean {
  return last !== undefined && next !== undefined && next.seq > last.seq + 1 && next.at >= last.at
}

function readSegment({ prevHash, bodies, root }: Segment, { sha256 }: Crypto): LogEntry[] {
  const before = bytes(prevHash)
  let hash: Uint8Array = before
  const chained = bodies.map((body) => {
    hash = entryHash(hash, body, sha256)
    return { seq: parseEntry(body)?.seq ?? -1, body, hash }
  })
  const chain = checkChain(chained, before, sha256)
  const last = chain.ok ? chain.entries.at(-1) : undefined
  if (!chain.ok || !last || root.hash !== hexOf(hash) || root.seq !== last.seq || root.at !== last.at)
    return []
  const isStart = chain.entries[0]?.seq !== FIRST_SEQ || before.every((byte) => byte === 0)
  return isStart ? chain.entries : []
}

/** The fixings by the rules. An entry fixing needs all entries up to the tick, or past the time allowed for it. */
export function fixingsOf(receipt: Receipt, entries: LogEntry[][]): LoggedFixings {
  const { ticket } = receipt
  const run = entries[0] ?? []
  const ticketSeq = run[0]?.kind === 'tickets' ? run[0].seq : 0
  const found = entryFixing(ticksOf(run, ticket.pid), { acceptedAtMs: ticket.acceptedAt, ticketSeq })
  const isOver = (run.at(-1)?.at ?? 0) > ticket.acceptedAt + ENTRY_DELAY_MS + ENTRY_WAIT_MS
  const entry = ticketSeq > 0 && (found.ok || isOver) ? found : null
  const window = entries.at(-1) ?? []
  const exit = coversWindow(window, receipt)
    ? exitFixing(ticksOf(window, ticket.pid), { dueAtMs: ticket.dueAt, fixingTicks: ticket.fixingTicks })
    : null
  return { ticketSeq, entry, exit }
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
