import { missingTriggers } from '../db/triggers.ts'
import { type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { guardFinding } from '../module/finding.ts'
import { ordersInPauses } from './auditStore.ts'

const guards = [
  'user_limit.limits_begin_in_force',
  'user_limit.limits_hold',
  'user_limit.limits_stay',
  'user_break.breaks_hold',
  'user_break.breaks_stay',
  'limited_user.limited_users_stay',
  'result_hour.results_grow',
  'result_hour.results_stay',
  'result_hour.results_stay_whole',
  'use_hour.use_grows',
  'use_hour.use_stays',
  'use_hour.use_stays_whole',
]

export const limitsAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 30,
    sentence: 'No order was accepted in the break or self-exclusion that its owner began last.',
    check: ordersInPauses,
  },
]
