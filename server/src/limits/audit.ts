import type { AuditRule } from '../module/auditRule.ts'
import { ordersInPauses } from './auditStore.ts'

export const limitsAudit: readonly AuditRule[] = [
  {
    number: 30,
    sentence: 'No order was accepted in the break or self-exclusion that its owner began last.',
    check: ordersInPauses,
  },
]
