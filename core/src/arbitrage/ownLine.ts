import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import { merkleVerify } from '../log/merkle.ts'
import { bytes, readSegment } from '../receipts/receiptLog.ts'
import type { Segment } from '../receipts/receipts.ts'
import type { HostingTicket } from './hostings.ts'
import { parsePayoutLine } from './readLines.ts'
import { payoutOf } from './sharing.ts'

/** A day's line as the house shows it: its text, its place, and the hashes (hex) to the day's root. */
export interface ShownLine {
  line: string
  index: number
  size: number
  path: readonly string[]
}

/**
 * Whether the log of a head that the reader has checked has a day's line for his order, with the terms of its ticket and the
 * amount that the day's figures give. `segment` is the day's `yield` entry.
 */
export function isOwnLine(
  { day, ticket, shown }: { day: string; ticket: HostingTicket; shown: ShownLine },
  segment: Segment,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): boolean {
  const [entry, ...more] = readSegment(segment, head, crypto)
  if (entry?.kind !== 'yield' || more.length > 0 || entry.day !== day) return false
  const { path, index, size } = shown
  const [count, hosted] = entry[ticket.book]
  const root = bytes(entry.payouts)
  const leaf = asciiBytes(shown.line)
  if (count === 0 || entry.real[0] + entry.simulated[0] !== size) return false
  if (!merkleVerify(leaf, index, size, path.map(bytes), root, crypto.sha256)) return false
  const line = parsePayoutLine(shown.line)
  if (line?.day !== day || !isLineOf(line, ticket)) return false
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
