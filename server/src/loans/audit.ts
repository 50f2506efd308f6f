import type { Reader } from '../db/pool.ts'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditFacts, type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding } from '../module/finding.ts'
import { loansOffAgreements } from './lending/auditAgreements.ts'
import {
  feesOffSchedule,
  loansDecidedAlone,
  loansOffProposals,
  loansOffState,
  loanTransferGaps,
  poolOffLoans,
} from './lending/auditStore.ts'
import { skippedFees } from './lending/skippedFeeStore.ts'

const guards = [
  'loan_application.loan_terms_stay',
  'loan_application.loan_applications_stay',
  'loan_application.loan_moves_on',
  'loan_application.loan_decision_stays',
  'loan_application.loan_clearing_stays',
  'loan.loan_start_stays',
  'loan.loan_stays',
  'loan.loan_marks_stay',
  'loan_instalment.loan_schedule_stays',
  'loan_instalment.loan_instalments_stay',
  'loan_instalment.loan_instalment_moves_on',
  'loan_picture.loan_pictures_keep',
  'loan_view.loan_views_stay',
  'loan_own_view.loan_own_views_grow',
  'loan_own_view.loan_own_views_stay',
]

export const loansAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 19,
    sentence:
      'Each loan has its disbursement once, each instalment once and its late fee at most once, announced a day before and not skipped, on the amount, parts and due dates that its borrower’s wallet signed; two operators approved it, or in a sandbox the simulated reviewer; the lending pool holds its funding less what is outstanding.',
    check: auditLoans,
  },
]

/** Recomputes the loans from their schedules. Give it a snapshot, as for the ledger's audit. */
async function auditLoans(reader: Reader, { since }: AuditFacts): Promise<Finding[]> {
  return [
    ...(await loanTransferGaps(reader, since)),
    ...(await loansOffState(reader)),
    ...(await loansOffAgreements(reader, since)),
    ...(await feesOffSchedule(reader)),
    ...(await skippedFees(reader)),
    ...(await poolOffLoans(reader)),
    ...(await loansOffProposals(reader)),
    ...(await loansDecidedAlone(reader)),
  ]
}
