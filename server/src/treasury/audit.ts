import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { guardFinding } from '../module/finding.ts'
import { limitsOffProposals, movesOffProposals, versionsOffProposals } from './auditStore.ts'

const guards = [
  'transfer.transfer_is_approved',
  'operator.admin_is_revoked_by_two',
  'chain_resume.chain_resume_is_approved',
  'chain_resume.chain_resumes_stay',
  'chain_state.chain_stays_halted',
  'chain_state.chain_states_stay',
  'rules_version.rules_version_is_approved',
  'rules_version.rules_versions_stay',
  'loan_application.loan_is_approved_by_two',
  'loan_application.loan_begins_approved',
]

/** Audits the decisions that need two operators. */
export const treasuryAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 25,
    sentence:
      'Each movement between the house’s own accounts is what two operators approved, once; and so is each version of the rules and of a product, each cleared halt, and the engine’s limits.',
    check: async (reader) => [
      ...(await movesOffProposals(reader)),
      ...(await versionsOffProposals(reader)),
      ...(await limitsOffProposals(reader, OPENING_LIMITS)),
    ],
  },
]
