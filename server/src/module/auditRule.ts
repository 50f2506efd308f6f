import type { Reader } from '../db/pool.ts'
import type { Finding } from './finding.ts'

/** An audit's further inputs by name, besides the books. A domain that needs more adds it in its `audit.ts`. */
export interface AuditFacts {}

/** An invariant, recomputed from stored data. It needs no server and no keys. */
export interface AuditRule {
  /** Number and sentence of the invariant (ARCHITECTURE.md, "The ledger"). Several rules may check one sentence. */
  number: number
  sentence: string
  /** Runs in one snapshot (a repeatable read transaction); an empty list means no findings. */
  check(reader: Reader, facts: AuditFacts): Promise<Finding[]>
}

/** Append-only invariant; ledger, log and orders each check their part of it. */
export const NEVER_CHANGED = {
  number: 5,
  sentence: 'Transfers, log entries, tickets and results are never changed or deleted.',
}
