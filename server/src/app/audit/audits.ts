import { arbitrageAudit } from '../../arbitrage/audit.ts'
import { arbitrageLogAudit } from '../../arbitrage/auditLog.ts'
import { chainsAudit } from '../../chains/audit.ts'
import { operatorAudit } from '../../console/audit.ts'
import { hostingAudit } from '../../hosting/audit.ts'
import { hostingStatementAudit } from '../../hosting/auditStatements.ts'
import { ledgerAudit } from '../../ledger/audit.ts'
import { limitsAudit } from '../../limits/audit.ts'
import { loansAudit } from '../../loans/audit.ts'
import { marketAudit } from '../../market/audit.ts'
import type { AuditRule } from '../../module/auditRule.ts'
import { ordersAudit } from '../../orders/audit.ts'
import { recordAudit } from '../../record/audit.ts'
import { swapsAudit } from '../../swaps/audit.ts'
import { treasuryAudit } from '../../treasury/audit.ts'
import { withdrawalsAudit } from '../../withdrawals/audit.ts'
import { auditedAudit } from './auditAudited.ts'
import { checkpointAudit } from './auditCheckpoint.ts'

/** The invariants, by domain. A new product adds its line here; its rules continue the numbering. */
export const AUDITS: readonly (readonly AuditRule[])[] = [
  ledgerAudit,
  ordersAudit,
  limitsAudit,
  swapsAudit,
  withdrawalsAudit,
  treasuryAudit,
  loansAudit,
  arbitrageAudit,
  arbitrageLogAudit,
  hostingAudit,
  hostingStatementAudit,
  chainsAudit,
  marketAudit,
  recordAudit,
  operatorAudit,
  checkpointAudit,
  auditedAudit,
]
