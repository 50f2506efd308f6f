import type { Reader } from '../db/pool.ts'
import { type AuditedPart, type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding } from '../module/finding.ts'
import { missingTriggers } from '../db/triggers.ts'
import { askedOffSums, decisionsOffVotes, holdsOffActions, votesOffActions } from './approval/auditStore.ts'
import { auditPromises } from './promise/auditPromises.ts'
import { feesOffGas, holdsOffPending, withdrawalsOffSteps, withdrawalTransferGaps } from './auditStore.ts'
import { termsOffIntents } from './auditTerms.ts'

const guards = [
  'withdrawal_vote.withdrawal_votes_stay',
  'withdrawal_vote.withdrawal_vote_is_given',
  'security_hold.security_holds_stay',
  'security_hold.security_holds_are_rare',
  'withdrawal.withdrawal_is_decided',
  'withdrawal.withdrawal_begins',
  'withdrawal.withdrawal_moves',
  'withdrawal.withdrawals_stay',
  'withdrawal_step.withdrawal_steps_follow',
  'withdrawal_step.withdrawal_steps_stay',
  'withdrawal_tx.withdrawal_txs_stay',
  'withdrawal_promise.withdrawal_promises_stay',
  'withdrawal_promise.withdrawal_promises_logged_once',
  'withdrawal_promise.withdrawal_ends_logged_once',
]

export const withdrawalsAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 11,
    sentence:
      'Withdrawal holds equal amount and fee cap of the withdrawals under way, and each withdrawal has the transfers of its state, on the terms that its owner signed, for no more than the gas.',
    check: (reader, { since }) => auditPayments(reader, since),
  },
  {
    number: 27,
    sentence:
      'Operators are asked about a withdrawal when its sums demand it; each vote and each proposed hold is an action of its operator, and two votes decide.',
    check: auditDecisions,
  },
  {
    number: 31,
    sentence:
      'The log has the house’s promise of each withdrawal once and in turn, on the terms that its owner signed, and then once how it ended.',
    check: (reader, { since }) => auditPromises(reader, since),
  },
]

/** Recomputes the withdrawals in full. Give it a snapshot, as for the ledger's audit. */
export async function auditWithdrawals(reader: Reader): Promise<Finding[]> {
  return [
    ...(await auditPayments(reader, null)),
    ...(await auditDecisions(reader)),
    ...(await auditPromises(reader, null)),
  ]
}

async function auditDecisions(reader: Reader): Promise<Finding[]> {
  return [
    ...(await votesOffActions(reader)),
    ...(await holdsOffActions(reader)),
    ...(await decisionsOffVotes(reader)),
    ...(await askedOffSums(reader)),
  ]
}

async function auditPayments(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  return [
    ...(await holdsOffPending(reader)),
    ...(await withdrawalTransferGaps(reader, since)),
    ...(await withdrawalsOffSteps(reader)),
    ...(await termsOffIntents(reader, since)),
    ...(await feesOffGas(reader)),
  ]
}
