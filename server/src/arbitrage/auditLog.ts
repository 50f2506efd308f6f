import { areHoldings, areMovesNeeded, haveArrived } from '@tickmark/core/arbitrage/day/checkHoldings'
import { profitOf } from '@tickmark/core/arbitrage/day/soundTrade'
import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { linesRoot } from '@tickmark/core/log/linesRoot'
import { canonicalText } from '@tickmark/core/canonical'
import { parseEntry, type ListEntry, type YieldEntry } from '@tickmark/core/log/log'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import { endOf, startOf } from '@tickmark/core/arbitrage/day/dayInLog'
import type { Reader } from '../db/pool.ts'
import { readLastTickAt, readYields } from '../market/store.ts'
import type { AuditFacts, AuditRule } from '../module/auditRule.ts'
import { MOST_FINDINGS, type Finding } from '../module/finding.ts'
import { lastTradesUpTo, lateLines, linesUnder, strayLines, tradesAfter } from './auditLogStore.ts'
import { sha256 } from '../platform/sha256.ts'
import { tradeLines } from './lines/lineStore.ts'

export const arbitrageLogAudit: readonly AuditRule[] = [
  {
    number: 23,
    sentence:
      'The log has every line of the programme once and in turn, under the root of its minute, and each day counts its own lines with their profit and root, and tells what they leave at the venues and under way; each move was needed, and arrived once.',
    check: auditLog,
  },
]

async function auditLog(reader: Reader, { since }: AuditFacts): Promise<Finding[]> {
  const afterSeq = since?.logSize ?? 0
  const late = await lateLines(reader, ((await readLastTickAt(reader)) ?? 0) - OVERDUE_MS)
  const stray = await strayLines(reader, afterSeq)
  return [
    ...late.map((number) => finding(`line ${number}`, 'an entry of the log', 'none')),
    ...stray.map((number) => finding(`line ${number}`, 'an entry of its kind', 'another')),
    ...(await entriesOffLines(reader, afterSeq)),
    ...(await daysOffLines(reader, afterSeq)),
  ]
}

/** `trades` entries that differ from their lines or do not continue the entry before. */
async function entriesOffLines(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let [seq, next] = [afterSeq, (await lastTradesUpTo(reader, afterSeq)) + 1]
  for (;;) {
    const entries = await tradesAfter(reader, seq)
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last || findings.length >= MOST_FINDINGS) return findings
    const lines = await linesUnder(reader, first.seq, last.seq)
    for (const entry of entries) {
      const own = lines.filter((one) => one.seq === entry.seq)
      const expected = figuresOf({ first: next, texts: own.map((one) => one.text) })
      const found = shownOf(entry)
      if (expected !== found) findings.push(finding(`log entry ${entry.seq}`, expected, found))
      next = entry.last + 1
    }
    seq = last.seq
  }
}

function figuresOf({ first, texts }: { first: number; texts: readonly string[] }): string {
  return `${first} to ${first + texts.length - 1} (${texts.length}), root ${linesRoot(texts, sha256)}`
}

function shownOf({ first, last, count, root }: ListEntry): string {
  return `${first} to ${last} (${count}), root ${root}`
}

/** `yield` entries whose lines, profit or root differ from the day's, or whose holdings or moves do not follow from the lines. */
async function daysOffLines(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let before: YieldEntry | null = null
  for (const entry of (await readYields(reader)).map(({ body }) => parseEntry(body))) {
    if (findings.length >= MOST_FINDINGS) break
    if (entry?.kind !== 'yield') continue
    if (entry.seq > afterSeq) findings.push(...(await dayOffLines(reader, entry, before)))
    before = entry
  }
  return findings
}

async function dayOffLines(reader: Reader, entry: YieldEntry, before: YieldEntry | null): Promise<Finding[]> {
  const where = `log entry ${entry.seq}`
  const texts = entry.last < entry.first ? [] : await tradeLines(reader, entry)
  const expected = dayFigures(entry, texts)
  const found = `${entry.profit}, root ${entry.trades}`
  if (expected !== found) return [finding(where, expected, found)]
  const counted = texts.flatMap((text) => parseTradeLine(text) ?? [])
  if (!areHoldings({ entry, before, counted }))
    return [
      finding(where, 'what the day before and its lines leave at the venues', canonicalText(entry.held)),
    ]
  if (!areMovesNeeded({ entry, before, counted }))
    return [finding(where, 'moves that a short venue needed', 'another')]
  if (haveArrived({ entry, before, counted })) return []
  return [finding(where, 'the moves under way', canonicalText(entry.moving))]
}

function dayFigures({ day, first, last }: YieldEntry, texts: readonly string[]): string {
  const lines = texts.flatMap((text) => parseTradeLine(text) ?? [])
  const isOwn = lines.every(({ at }) => at >= startOf(day) && at < endOf(day))
  if (!isOwn || lines.length !== last - first + 1) return `lines of ${day}`
  const profit = lines.reduce((sum, line) => sum + profitOf(line), 0n)
  return `${profit}, root ${linesRoot(texts, sha256)}`
}

function finding(where: string, expected: string, found: string): Finding {
  return { rule: 'log = lines', where, expected, found }
}
