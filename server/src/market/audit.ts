import type { AuditRule } from '../module/auditRule.ts'
import { auditLog } from './log/auditLog.ts'
import { auditAnnounced } from './log/audit/auditAnnounced.ts'
import { auditDays } from './log/audit/auditDays.ts'

export const marketAudit: readonly AuditRule[] = [
  {
    number: 13,
    sentence: "The log's leaves, tiles, checkpoints and keys follow from its entries.",
    check: auditLog,
  },
  {
    number: 15,
    sentence: 'A revealed day is the one that was committed to, and its ticks are drawn from it.',
    check: (reader, { since }) => auditDays(reader, since?.logSize),
  },
  {
    number: 16,
    sentence:
      'Rules act after their notice and are those that two operators approved last, and each model is under the rules in force.',
    check: auditAnnounced,
  },
]
