import type { Reader } from '../db/pool.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import type { Finding } from '../module/finding.ts'
import { ledgerAudit } from './audit.ts'

/** Recomputes the ledger from its transfers. */
export function auditLedger(reader: Reader): Promise<Finding[]> {
  return findingsBy(ledgerAudit, reader)
}
