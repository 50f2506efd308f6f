import type { Reader } from '../db/pool.ts'
import type { AuditRule } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { holdsOffPending, withdrawalsOffSteps, withdrawalTransferGaps } from './auditStore.ts'

export const withdrawalsAudit: readonly AuditRule[] = [
  {
    number: 11,
    sentence:
      'Withdrawal holds equal amount and fee cap of the withdrawals under way, and each withdrawal has the transfers of its state.',
    check: auditWithdrawals,
  },
]

/** Recomputes the withdrawals' holds and payments. Give it a snapshot, as for the ledger's audit. */
export async function auditWithdrawals(reader: Reader): Promise<Finding[]> {
  return [
    ...(await holdsOffPending(reader)),
    ...(await withdrawalTransferGaps(reader)),
    ...(await withdrawalsOffSteps(reader)),
  ]
}
