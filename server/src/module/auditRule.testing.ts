import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from './auditRule.ts'
import type { Finding } from './finding.ts'

/** What these rules find in everything. Give it a snapshot (a repeatable read transaction), or rules may see different moments. */
export async function findingsBy(
  rules: readonly AuditRule[],
  reader: Reader,
  given: Partial<AuditFacts> = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check } of rules)
    findings.push(
      ...(await check(reader, { networks: [], since: null, next: null, ...given } as unknown as AuditFacts)),
    )
  return findings
}
