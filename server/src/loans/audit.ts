import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { loansOffAgreements } from './lending/auditAgreements.ts'
import {
  feesOffSchedule,
  loansDecidedAlone,
  loansOffProposals,
  loansOffState,
  loanTransferGaps,
  poolOffLoans,
} from './lending/auditStore.ts'
import { coveredFees } from './lending/coveredFeeStore.ts'
import { skippedFees } from './lending/skippedFeeStore.ts'
import { repaymentsOffConsents } from './repaying/auditRepayments.ts'

export const loansAudit: readonly AuditRule[] = [
  {
    number: 19,
    sentence:
      'Each loan has its disbursement once, each instalment once and its late fee at most once. The fee was announced a day before, not skipped, and not charged to a balance that covered the instalment. Amount, parts and due dates are those that its borrower’s wallet signed. What was repaid early is what a key of his signed, unless his wallet had signed in without one and delegated to none. Two operators approved the loan, or in a sandbox the simulated reviewer. The lending pool holds its funding less what is outstanding.',
    check: auditLoans,
  },
]

/** Recomputes the loans from their schedules. Give it a snapshot, as for the ledger's audit. */
async function auditLoans(reader: Reader, { since, wallets }: AuditFacts): Promise<Finding[]> {
  return [
    ...(await loanTransferGaps(reader, since)),
    ...(await loansOffState(reader)),
    ...(await loansOffAgreements(reader, since)),
    ...(await repaymentsOffConsents(reader, { since, wallets })),
    ...(await feesOffSchedule(reader)),
    ...(await coveredFees(reader, since)),
    ...(await skippedFees(reader)),
    ...(await poolOffLoans(reader)),
    ...(await loansOffProposals(reader)),
    ...(await loansDecidedAlone(reader)),
  ]
}
