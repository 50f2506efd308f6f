import type { Reader } from '../db/pool.ts'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { guardFinding } from '../module/finding.ts'
import { auditLog } from './log/auditLog.ts'
import { auditAnnounced } from './log/audit/auditAnnounced.ts'
import { auditDays } from './log/audit/auditDays.ts'

const guards = [
  'log_entry.append_only',
  'log_tile.append_only',
  'log_day.append_only',
  'log_checkpoint.append_only',
  'log_checkpoint.stays',
]

export const marketAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader: Reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
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
