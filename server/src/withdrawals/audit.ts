import type { Reader } from '../db/pool.ts'
import type { AuditRule } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
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
    ...(await holdsArePending(reader)),
    ...(await transfersMatch(reader)),
    ...(await stepsMatch(reader)),
  ]
}

/** Each hold account holds amount and fee cap of its owner's pending withdrawals. */
async function holdsArePending(reader: Reader): Promise<Finding[]> {
  const rows = await holdsOffPending(reader, MOST_FINDINGS)
  return rows.map((row) => ({
    rule: 'holds = pending withdrawals',
    where: `account ${row.id}`,
    expected: row.owed,
    found: row.held,
  }))
}

/** Every withdrawal has the transfers of its state; there are no others of these causes. */
async function transfersMatch(reader: Reader): Promise<Finding[]> {
  const rows = await withdrawalTransferGaps(reader, MOST_FINDINGS)
  return rows.map((row) => ({
    rule: 'withdrawals = transfers',
    where: `withdrawal ${row.ref} ${row.cause}/${row.leg}`,
    expected: row.due ?? 'none',
    found: row.paid ?? 'none',
  }))
}

/** A signed payment has its nonce and its bytes; the last step equals the state. */
async function stepsMatch(reader: Reader): Promise<Finding[]> {
  const rows = await withdrawalsOffSteps(reader, MOST_FINDINGS)
  return rows.map((row) => ({
    rule: 'withdrawal = steps and bytes',
    where: `withdrawal ${row.id}`,
    expected: row.due,
    found: row.found,
  }))
}
