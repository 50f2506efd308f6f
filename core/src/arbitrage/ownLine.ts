import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import { merkleVerify } from '../log/tree/merkle.ts'
import { bytes, readSegment } from '../receipts/receiptLog.ts'
import type { Segment } from '../receipts/receipts.ts'
import type { YieldEntry } from '../log/log.ts'
import type { PayoutLine } from './evidence.ts'
import type { HostingTicket } from './hostings.ts'
import { parsePayoutLine } from './readLines.ts'
import { payoutOf } from './sharing.ts'

/** A day's line with its inclusion proof: its text, its index, and the hashes (hex) up to the day's root. */
export interface ShownLine {
  line: string
  index: number
  size: number
  path: readonly string[]
}

/** A payout line proven to be in the tree of its day's entry: the house has committed to it, true or not. */
export interface LoggedLine {
  entry: YieldEntry
  line: PayoutLine
}

/** The line, when its proof leads to a day's entry in a log's head; null otherwise. `segment` has the entry. */
export function lineIn(
  { day, shown }: { day: string; shown: ShownLine },
  segment: Segment,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): LoggedLine | null {
  const [entry, ...more] = readSegment(segment, head, crypto)
  if (entry?.kind !== 'yield' || more.length > 0 || entry.day !== day) return null
  const { path, index, size } = shown
  if (entry.real[0] + entry.simulated[0] !== size) return null
  const [leaf, root] = [asciiBytes(shown.line), bytes(entry.payouts)]
  const line = parsePayoutLine(shown.line)
  return line && merkleVerify(leaf, index, size, path.map(bytes), root, crypto.sha256)
    ? { entry, line }
    : null
}

/** Whether a line is about a ticket's order: it has the order's id, or the ticket's number, which is unique among statements. */
export function isAboutOrder({ line }: LoggedLine, { order, number }: HostingTicket): boolean {
  return line.order === order || line.number === number
}

/**
 * Whether a line keeps a ticket's promise: it is for a day that the order shares in, with the ticket's terms and the share that
 * follows from the day's figures.
 */
export function isAsPromised({ entry, line }: LoggedLine, ticket: HostingTicket): boolean {
  const [count, hosted] = entry[ticket.book]
  if (count === 0 || line.day !== entry.day || !isLineOf(line, ticket)) return false
  if (line.day < ticket.first || line.day > ticket.last) return false
  const share = { pool: BigInt(entry.pool), hosted: BigInt(hosted) }
  const order = { principal: BigInt(ticket.principal), upperPpm: BigInt(ticket.upperPpm) }
  return line.amount === String(payoutOf(order, share))
}

/** Whether a line has the terms of a ticket. */
export function isLineOf(
  line: NonNullable<ReturnType<typeof parsePayoutLine>>,
  { order, number, book, mid, version, upperPpm, principal, last }: HostingTicket,
): boolean {
  return (
    line.order === order &&
    line.number === number &&
    line.book === book &&
    line.mid === mid &&
    line.version === version &&
    line.upperPpm === String(upperPpm) &&
    line.principal === principal &&
    line.last === last
  )
}
