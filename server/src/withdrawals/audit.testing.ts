import type { Chain } from '../chains/node/network.ts'
import type { Reader } from '../db/pool.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import type { Finding } from '../module/finding.ts'
import { withdrawalsAudit } from './audit.ts'

/** Recomputes the withdrawals in full, with what these chains recorded of them. */
export function auditWithdrawals(reader: Reader, chains: readonly Chain[] = []): Promise<Finding[]> {
  return findingsBy(withdrawalsAudit, reader, { networks: chains.map((chain) => ({ chain, node: null })) })
}
