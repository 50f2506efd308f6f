import type { Chain } from '../chains/node/network.ts'
import type { Reader } from '../db/pool.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { withdrawalsAudit } from './audit.ts'

/** Recomputes the withdrawals in full, with what these chains recorded of them, and with these wallets to ask. */
export function auditWithdrawals(
  reader: Reader,
  chains: readonly Chain[] = [],
  wallets?: AuditFacts['wallets'],
): Promise<Finding[]> {
  const networks = chains.map((chain) => ({ chain, node: null }))
  return findingsBy(withdrawalsAudit, reader, { networks, ...(wallets && { wallets }) })
}
