import { isCount, isHash, isTime } from '../fields.ts'
import { areLiabilities, type Liability } from './liability.ts'

/**
 * A run of the house's audit that found nothing: it covers the first `size` entries, and in the books all up to `until`.
 * The rules of order are `followsAudited`.
 */
export interface AuditedEntry {
  kind: 'audited'
  seq: number
  at: number
  size: number
  /** Ms since 1970. */
  until: number
  /** Start of the newest run without findings that read everything, ms since 1970; this run may be that one. */
  whole: number
  /** Hash (hex) over all accounts of the books and what they held at `until`. */
  balances: string
  /** What the house owed its users at `until`, by book and currency; none of zero. */
  liabilities: readonly Liability[]
}

/**
 * A log that tells of no audit for longer than this has a house whose audit finds something, or does not run: it audits its books every
 * few minutes, and large ones after each ten times the duration of an audit.
 */
export const AUDIT_LATE_MS = 86_400_000

/** Whether an entry is too old to be a log's newest. */
export function isLateAudit({ until }: Pick<AuditedEntry, 'until'>, nowMs: number): boolean {
  return nowMs - until > AUDIT_LATE_MS
}

/** The state that the next `audited` entry must not fall behind. */
export type LastAudited = Pick<AuditedEntry, 'size' | 'until' | 'whole'>

/**
 * Whether an `audited` entry may follow the one before it: it speaks of entries before itself and of the past, reads the books
 * further, and takes no audited entry and no whole run back.
 */
export function followsAudited(before: LastAudited | null, entry: AuditedEntry): boolean {
  const { seq, at, size, until, whole } = entry
  if (size >= seq || until > at || whole > at) return false
  return before === null || (size >= before.size && until > before.until && whole >= before.whole)
}

/** Whether the fields of an `audited` entry, besides those of every entry, are plausible. */
export function isAudited({ size, until, whole, balances, liabilities }: Record<string, unknown>): boolean {
  return (
    isCount(size) &&
    size > 0 &&
    isTime(until) &&
    isTime(whole) &&
    isHash(balances) &&
    areLiabilities(liabilities)
  )
}
