import type { Reader } from '../db/pool.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import type { Finding } from '../module/finding.ts'
import { withdrawalsAudit } from './audit.ts'

/** Recomputes the withdrawals in full. */
export function auditWithdrawals(reader: Reader): Promise<Finding[]> {
  return findingsBy(withdrawalsAudit, reader)
}
