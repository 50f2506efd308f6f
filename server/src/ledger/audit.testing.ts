import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { ledgerAudit } from './audit.ts'

/**
 * Recomputes the ledger from its transfers. Give it a snapshot (a repeatable read transaction), or rules may see
 * different moments.
 */
export async function auditLedger(reader: Reader): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check } of ledgerAudit)
    findings.push(...(await check(reader, { since: null, next: null } as AuditFacts)))
  return findings
}
