import type { Canonical } from '@tickmark/core/canonical'
import type { Reader } from '../db/pool.ts'
import type { Finding } from './finding.ts'

/** Up to where the books were audited, and what the audit after it need not compute again. */
export interface AuditedPart {
  /** What carries this time (ms) or an earlier one was audited, and so were results and payouts up to it. */
  atMs: number
  /** Entries of the log that were audited. */
  logSize: number
  /** Sums and states of rules by name, as of that time or that entry. */
  carried: Record<string, Canonical>
}

/** An audit's further inputs by name, besides the books. A domain that needs more adds it in its `audit.ts`. */
export interface AuditFacts {
  /** What an earlier audit found right, and is not read again; null: everything is read. */
  since: AuditedPart | null
  /** What the next audit shall not read again: rules put here what they carry. Null when no audit goes on from this one. */
  next: AuditedPart | null
}

/** An invariant, recomputed from stored data. It needs no server and no keys. */
export interface AuditRule {
  /** Number and sentence of the invariant (ARCHITECTURE.md, "The ledger"). Several rules may check one sentence. */
  number: number
  sentence: string
  /**
   * It reads everything in each run and carries nothing: a step finds by it what a whole audit would find. No other rule has
   * its number.
   */
  readsAll?: true
  /**
   * Runs in one snapshot (a repeatable read transaction), beside other rules; an empty list means no findings. Since an earlier audit, it notices
   * what is wrong in the part after it; a whole audit then says what.
   */
  check(reader: Reader, facts: AuditFacts): Promise<Finding[]>
}

/** Append-only invariant; ledger, log and orders each check their part of it. */
export const NEVER_CHANGED = {
  number: 5,
  sentence: 'Transfers, log entries, tickets and results are never changed or deleted.',
}
