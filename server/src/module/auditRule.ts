import type { Canonical } from '@tickmark/core/canonical'
import type { Reader } from '../db/pool.ts'
import type { Finding } from './finding.ts'

/** How far the books were audited, and the results that the next audit need not compute again. */
export interface AuditedPart {
  /** Everything with this time (ms) or an earlier one was audited, and so were results and payouts up to it. */
  atMs: number
  /** Number of audited log entries. */
  logSize: number
  /** Sums and states of rules by name, as of that time or that entry. */
  carried: Record<string, Canonical>
}

/** An audit's further inputs by name, besides the books. A domain that needs more adds it in its `audit.ts`. */
export interface AuditFacts {
  /** The part that an earlier audit found right and that is not read again; null: everything is read. */
  since: AuditedPart | null
  /**
   * The part that the next audit will skip: rules store here what they carry over. Null when no audit continues from this one.
   */
  next: AuditedPart | null
}

/** An invariant, recomputed from stored data. It needs no server, and a key only to recompute tickets. */
export interface AuditRule {
  /** Number and sentence of the invariant (ARCHITECTURE.md, "What always holds"). Several rules may check one sentence. */
  number: number
  sentence: string
  /**
   * It reads everything in each run and carries nothing over: a step finds as much by it as a full audit. No other rule shares
   * its number.
   */
  readsAll?: true
  /**
   * Runs in one snapshot (a repeatable read transaction), in parallel with other rules; an empty list means no findings. Since an
   * earlier audit, it notices errors in the part after it; a full audit then gives the details.
   */
  check(reader: Reader, facts: AuditFacts): Promise<Finding[]>
}
