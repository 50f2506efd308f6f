import { DAY_MS } from '@tickmark/core/days'
import { canonicalText } from '@tickmark/core/canonical'
import { parseEntry } from '@tickmark/core/log/log'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import { MOST_FINDINGS, type Finding } from '../module/finding.ts'
import { readLastTickAt, readYields } from '../market/store.ts'
import {
  daysOffOrder,
  hostedOffOrders,
  hostingTransferGaps,
  keptOrders,
  payoutsOffOrders,
  programmeOffDays,
} from './auditStore.ts'
import { yieldEntry } from './logging/collectYields.ts'
import { leavesOf, rootOf } from './closing/dayLines.ts'
import { closedDays, firstEntryAt, payoutLinesOf, type ClosedDay } from './dayStore.ts'

export const hostingAudit: readonly AuditRule[] = [
  {
    number: 21,
    sentence:
      'Hosted accounts hold the principal of the open hosting orders, and each order has its transfers once; one that ran out is returned within 6 hours of ticks.',
    check: async (reader, { since }) => [
      ...(await hostingTransferGaps(reader, since)),
      ...(await hostedOffOrders(reader)),
      ...(await keptOrders(reader, ((await readLastTickAt(reader)) ?? 0) - OVERDUE_MS)),
    ],
  },
  {
    number: 22,
    sentence:
      'Each day of the arbitrage programme is closed once and in turn, within 6 hours of ticks; its figures, its payouts and the programme’s account follow from its lines and orders, and the log has them.',
    check: auditDays,
  },
]

async function auditDays(reader: Reader, { since }: AuditFacts): Promise<Finding[]> {
  const findings = [
    ...(await daysOffOrder(reader)),
    ...(await payoutsOffOrders(reader, since)),
    ...(await programmeOffDays(reader)),
  ]
  const days = (await closedDays(reader, Number.MAX_SAFE_INTEGER)).toReversed()
  for (const one of days) {
    if (since !== null && one.logSeq !== null && one.logSeq <= since.logSize) continue
    if (findings.length >= MOST_FINDINGS) return findings
    const root = rootOf(leavesOf(await payoutLinesOf(reader, one.day))).toString('hex')
    const stored = one.payouts.toString('hex')
    if (root !== stored) findings.push(finding(`payouts of day ${one.day}`, root, stored))
  }
  return [...findings, ...(await unclosed(reader, days)), ...(await unlike(reader, days))]
}

/**
 * The next day, if nobody closed it although the log has gone on for `OVERDUE_MS` after its end. The first day is that of the
 * log's first entry.
 */
async function unclosed(reader: Reader, days: readonly ClosedDay[]): Promise<Finding[]> {
  const newest = days.at(-1)
  const firstAt = newest ? null : await firstEntryAt(reader)
  const day = newest ? newest.day + 1 : firstAt === null ? null : Math.floor(firstAt / DAY_MS)
  const lastMs = (await readLastTickAt(reader)) ?? 0
  const isOverdue = day !== null && (day + 1) * DAY_MS + OVERDUE_MS < lastMs
  return isOverdue ? [finding(`day ${day}`, 'a close within 6 hours', 'none')] : []
}

/** Closed days that the log lacks or has with other figures. */
async function unlike(reader: Reader, days: readonly ClosedDay[]): Promise<Finding[]> {
  const entries = (await readYields(reader))
    .map(({ body }) => parseEntry(body))
    .filter((one) => one?.kind === 'yield')
  const lastMs = (await readLastTickAt(reader)) ?? 0
  const bySeq = new Map(entries.map((one) => [one.seq, one]))
  const seqs = new Map(days.map((one) => [one.day, one.logSeq]))
  const findings: Finding[] = []
  for (const one of days) {
    const entry = one.logSeq === null ? null : (bySeq.get(one.logSeq) ?? null)
    const isDue = (one.day + 1) * DAY_MS + OVERDUE_MS < lastMs
    if (entry === null && (one.logSeq !== null || isDue))
      findings.push(finding(`day ${one.day}`, 'an entry of the log', 'none'))
    if (entry === null) continue
    const before = seqs.get(one.day - 1) ?? 0
    const expected = canonicalText({ ...yieldEntry(one, before), seq: entry.seq, at: entry.at })
    const found = canonicalText({ ...entry })
    if (expected !== found) findings.push(finding(`log entry ${entry.seq}`, expected, found))
  }
  const known = new Set(days.map((one) => one.logSeq))
  for (const { seq } of entries)
    if (!known.has(seq)) findings.push(finding(`log entry ${seq}`, 'a closed day', 'none'))
  return findings
}

function finding(where: string, expected: string, found: string): Finding {
  return { rule: 'days = lines and orders', where, expected, found }
}
