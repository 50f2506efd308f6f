import { DAY, type Edge, bytes, id, inTx, type Row, testEdges } from '../app/audit/edges.testing.ts'
import { arbitrageLogAudit } from '../arbitrage/auditLog.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import { hostingAudit } from './audit.ts'
import { closedRow } from './rows.testing.ts'
import { hostingStatementAudit } from './auditStatements.ts'

const SIX_HOURS = DAY / 4
const NOW = 20 * DAY
const tickAt = (at: number): Row[] => [{ seq: 9, kind: 'tick', at, body: '{}' }]

/** Where some rules miss an entry of the log. */
const missing = (rules: readonly AuditRule[]) =>
  inTx(async (tx) => {
    const found = []
    for (const { check } of rules) found.push(...(await check(tx, { since: null, next: null } as AuditFacts)))
    return found.filter(({ expected }) => expected === 'an entry of the log').map(({ where }) => where)
  })

const STATED = { kind: 0, signature: bytes(64) }
const statements = [NOW, NOW + 1].map((at_ms, at) => ({
  ...STATED,
  number: at + 1,
  order_id: id(at + 1),
  at_ms,
}))
const lines = [NOW, NOW + 1].map((at_ms, at) => ({ number: at + 1, kind: 0, about: id(at + 1), at_ms }))
const days = [18, 19].map((day) => closedRow(day))

const EDGES = [0, 1, 2].flatMap((ms): Edge[] => {
  const log_entry = tickAt(NOW + SIX_HOURS + ms)
  return [
    [
      `of a hosting order, ${ms} ms after 6 hours of ticks, the log may lack what is not older`,
      { log_entry, hosting_statement: statements, hosting_order: [] },
      missing(hostingStatementAudit),
      [[], ['statement 1'], ['statement 1', 'statement 2']][ms],
    ],
    [
      `of the programme, ${ms} ms after 6 hours of ticks, the log may lack what is not older`,
      { log_entry, arbitrage_line: lines },
      missing(arbitrageLogAudit),
      [[], ['line 1'], ['line 1', 'line 2']][ms],
    ],
    [
      `of the days, ${ms} ms after 6 hours of ticks, the log may lack the last one`,
      { log_entry, hosting_day: days, hosting_order: [], hosting_payout_part: [] },
      missing(hostingAudit),
      [['day 18'], ['day 18', 'day 19'], ['day 18', 'day 19']][ms],
    ],
  ]
})

testEdges(EDGES)
