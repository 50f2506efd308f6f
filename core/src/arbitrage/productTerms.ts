import type { ProductEntry } from '../log/log.ts'
import type { PayoutLine } from './evidence.ts'
import type { HostingTicket } from './hostings.ts'

/** How long after a new version was logged an order may still be placed under the previous one, as it was in flight. */
const SUPERSEDED_MS = 3_000

/** The product terms in the log. */
export interface LoggedTerms {
  /** Whether a ticket logged in entry `seq` has the terms of the version in force, which was logged before it. */
  isOffered(ticket: HostingTicket, seq: number): boolean
  /** Whether a payout line has the upper yield of its version, which was logged before entry `seq`. */
  isOf(line: Pick<PayoutLine, 'mid' | 'version' | 'upperPpm'>, seq: number): boolean
}

/** Reads `product` entries; null when a version appears twice or out of order. */
export function termsInLog(entries: readonly ProductEntry[]): LoggedTerms | null {
  const known = new Map<string, ProductEntry>()
  const newest = new Map<number, number>()
  for (const one of entries) {
    if (one.version <= (newest.get(one.mid) ?? 0)) return null
    newest.set(one.mid, one.version)
    known.set(nameOf(one), one)
  }
  return {
    isOffered(ticket, seq) {
      const product = known.get(nameOf(ticket))
      if (!product || product.seq > seq || !hasTermsOf(ticket, product)) return false
      const later = entries.find((one) => one.mid === ticket.mid && one.version > ticket.version)
      return later === undefined || ticket.at <= later.at + SUPERSEDED_MS
    },
    isOf(line, seq) {
      const product = known.get(nameOf(line))
      return product !== undefined && product.seq < seq && line.upperPpm === String(product.upperPpm)
    },
  }
}

function nameOf({ mid, version }: { mid: number; version: number }): string {
  return `${mid} ${version}`
}

function hasTermsOf(
  ticket: HostingTicket,
  { days, upperPpm, exitFeePpm, least, most }: ProductEntry,
): boolean {
  const principal = BigInt(ticket.principal)
  return (
    ticket.days === days &&
    ticket.upperPpm === upperPpm &&
    ticket.exitFeePpm === exitFeePpm &&
    principal >= BigInt(least) &&
    principal <= BigInt(most)
  )
}
