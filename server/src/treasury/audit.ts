import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import type { AuditRule } from '../module/auditRule.ts'
import { limitsOffProposals, movesOffProposals, versionsOffProposals } from './auditStore.ts'

/** Audits the decisions that need two operators. */
export const treasuryAudit: readonly AuditRule[] = [
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
