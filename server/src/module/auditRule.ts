import type { Reader } from '../db/pool.ts'
import type { Finding } from './finding.ts'

/** What an audit is given beside the books, by name. A domain that needs more adds it in its `audit.ts`. */
export interface AuditFacts {}

/** What always holds, recomputed from what is stored. It needs no server and no keys. */
export interface AuditRule {
  /** Its number and sentence among what always holds (ARCHITECTURE.md, "The ledger"). Several rules may check one sentence. */
  number: number
  sentence: string
  /** Runs in a snapshot (a repeatable read transaction), as of one moment; an empty list is the good news. */
  check(reader: Reader, facts: AuditFacts): Promise<Finding[]>
}

/** Ledger, log and orders each hold their part of it. */
export const NEVER_CHANGED = {
  number: 5,
  sentence: 'Transfers, log entries, tickets and results are never changed or deleted.',
}
