import type { Reader } from '../db/pool.ts'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditFacts, type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding } from '../module/finding.ts'
import {
  fillsOffTransfers,
  linesOffOrders,
  movesOffTransfers,
  unreportedTrades,
  venuesOffBooks,
} from './auditStore.ts'

const guards = [
  'arbitrage_trade.arbitrage_trade_stays',
  'arbitrage_trade.arbitrage_trade_ends_once',
  'arbitrage_order.arbitrage_order_stays',
  'arbitrage_order.arbitrage_order_is_told_once',
  'arbitrage_move.arbitrage_move_stays',
  'arbitrage_move.arbitrage_move_ends_once',
  'arbitrage_line.arbitrage_line_stays',
  'arbitrage_line.arbitrage_line_is_logged_once',
  'arbitrage_line.arbitrage_keeps_out_of_closed_days',
]

export const arbitrageAudit: readonly AuditRule[] = [
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
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
