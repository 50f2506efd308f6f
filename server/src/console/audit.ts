import type { AuditRule } from '../module/auditRule.ts'
import { MOST_FINDINGS } from '../module/finding.ts'
import { brokenLinks, HEAD_WITHIN_MS, lateHeads, wrongHeads } from '../operators/auditStore.ts'
import {
  actionsOfNobody,
  approvalsByOneHand,
  operatorsOffActions,
  proposalsOffActions,
} from './auditStore.ts'

/** Audits the log of operators' actions. */
export const operatorAudit: readonly AuditRule[] = [
  {
    number: 26,
    sentence:
      'What operators did is a chain of hashes without gaps, whose heads in the log are its own; an action is under one within 5 minutes. Each proposal, each decision about one and each operator’s invitation, roles and end is an action, each action is of somebody who was an operator then, and two hands approve.',
    async check(reader) {
      const broken = await brokenLinks(reader, MOST_FINDINGS)
      const links = broken.map(({ id, why }) => ({
        rule: 'chain of actions',
        where: `action ${id}`,
        expected: 'the line that follows the one before it',
        found: why,
      }))
      const heads = await wrongHeads(reader, MOST_FINDINGS)
      return [
        ...links,
        ...(await proposalsOffActions(reader)),
        ...(await approvalsByOneHand(reader)),
        ...(await operatorsOffActions(reader)),
        ...(await actionsOfNobody(reader)),
        ...heads.map(({ seq, ...row }) => ({ rule: 'heads of actions', where: `entry ${seq}`, ...row })),
        ...(await lateHeads(reader, MOST_FINDINGS)).map(({ seq, id, waitedMs }) => ({
          rule: 'heads of actions',
          where: seq === null ? 'the log' : `entry ${seq}`,
          expected: `action ${id} within ${HEAD_WITHIN_MS / 1000} s`,
          found: `nothing for ${waitedMs / 1000} s`,
        })),
      ]
    },
  },
]
