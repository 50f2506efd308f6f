import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { askedOffSums, decisionsOffVotes, holdsOffActions, votesOffActions } from './approval/auditStore.ts'
import { auditPromises } from './promise/auditPromises.ts'
import { feesOffChain } from './auditFees.ts'
import { feesOffGas, holdsOffPending, withdrawalsOffSteps, withdrawalTransferGaps } from './auditStore.ts'
import { termsOffIntents } from './auditTerms.ts'

export const withdrawalsAudit: readonly AuditRule[] = [
  {
    number: 11,
    sentence:
      'Withdrawal holds equal amount and fee cap of the withdrawals under way, and each withdrawal has the transfers of its state, on the terms and in the time that its owner signed, for no more than the gas at the price of a logged tick; its fee is what the chain recorded.',
    check: auditPayments,
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
      'The log has the house’s promise of each withdrawal once and in turn, on the terms that its owner signed, and then once how it ended; while its network runs, none is open 6 hours of ticks after its due time.',
    check: (reader, { since }) => auditPromises(reader, since),
  },
]

async function auditDecisions(reader: Reader): Promise<Finding[]> {
  return [
    ...(await votesOffActions(reader)),
    ...(await holdsOffActions(reader)),
    ...(await decisionsOffVotes(reader)),
    ...(await askedOffSums(reader)),
  ]
}

async function auditPayments(reader: Reader, { since, networks, wallets }: AuditFacts): Promise<Finding[]> {
  return [
    ...(await holdsOffPending(reader)),
    ...(await withdrawalTransferGaps(reader, since)),
    ...(await withdrawalsOffSteps(reader)),
    ...(await termsOffIntents(reader, { since, wallets, networks })),
    ...(await feesOffGas(reader)),
    ...(await feesOffChain(reader, networks, since)),
  ]
}
