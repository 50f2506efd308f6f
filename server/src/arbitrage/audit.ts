import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import {
  fillsOffTransfers,
  linesOffOrders,
  movesOffTransfers,
  unreportedTrades,
  venuesOffBooks,
} from './auditStore.ts'

export const arbitrageAudit: readonly AuditRule[] = [
  {
    number: 20,
    sentence:
      'The programme’s venues hold in the books what their funding, fills and moves give, and what the venues themselves say; each line follows from its orders or its move, and each ended trade, each move and each arrival has one.',
    check: auditProgramme,
  },
]

/** Recomputes the programme's trades. Give it a snapshot, as for the ledger's audit. */
async function auditProgramme(reader: Reader, { since }: AuditFacts): Promise<Finding[]> {
  return [
    ...(await fillsOffTransfers(reader, since)),
    ...(await movesOffTransfers(reader, since)),
    ...(await venuesOffBooks(reader)),
    ...(await unreportedTrades(reader)),
    ...(await linesOffOrders(reader, since)),
  ]
}
