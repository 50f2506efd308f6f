import { dayAt, dayName } from '@tickmark/core/market/simulated/prices'
import { canonicalText, type Canonical } from '@tickmark/core/canonical'
import { namesNewestRules } from '@tickmark/core/log/announced'
import { parseEntry, type RecordEntry } from '@tickmark/core/log/log'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import { isRecordOf, openRecord, type ReadRecord } from '@tickmark/core/record/readRecord'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Reader } from '../db/pool.ts'
import { readLastTickAt, readRules } from '../market/store.ts'
import type { AuditedPart, AuditRule } from '../module/auditRule.ts'
import { MOST_FINDINGS, type Finding } from '../module/finding.ts'
import { sha256 } from '../platform/sha256.ts'
import { readDayLines, spanOf, withSearch } from './dayLines.ts'
import { firstEntryAt, loggedDays, readFigures, readPart, recordEntries } from './store.ts'

export const recordAudit: readonly AuditRule[] = [
  {
    number: 18,
    sentence: "The log has one record for each day that is over, and its lines follow from the day's books.",
    check: (reader, { since }) => auditRecords(reader, since),
  },
]

/**
 * Rebuilds each day's record from the books and compares it with file, figures and log; with `since`, only the days logged after
 * that audit.
 */
async function auditRecords(reader: Reader, since: AuditedPart | null = null): Promise<Finding[]> {
  const entries = (await recordEntries(reader)).map(parseEntry).filter((one) => one?.kind === 'record')
  const findings = [...(await missingDays(reader, entries)), ...(await falseRules(reader, entries))]
  for (const entry of entries.filter((one) => one.seq > (since?.logSize ?? 0))) {
    if (findings.length >= MOST_FINDINGS) break
    findings.push(...(await dayFindings(reader, entry)))
  }
  return findings
}

/** Days without an entry, and entries out of order. */
async function missingDays(reader: Reader, entries: readonly RecordEntry[]): Promise<Finding[]> {
  const [firstMs, lastMs] = [await firstEntryAt(reader), await readLastTickAt(reader)]
  if (firstMs === null || lastMs === null) return []
  const firstDay = dayAt(firstMs)
  const due = Math.max(firstDay + entries.length, dayAt(lastMs - OVERDUE_MS))
  const expected = Array.from({ length: due - firstDay }, (_, i) => dayName(firstDay + i))
  const found = entries.map((one) => one.day)
  const wrong = expected.findIndex((day, i) => found[i] !== day)
  return wrong < 0 ? [] : [finding('the log', `record of ${expected[wrong]}`, found[wrong] ?? 'none')]
}

/** Entries that name rules other than the newest ones before them. */
async function falseRules(reader: Reader, entries: readonly RecordEntry[]): Promise<Finding[]> {
  const rules = (await readRules(reader)).map(({ seq }) => ({ seq }))
  return entries.flatMap((entry) => {
    const newest = rules.findLast(({ seq }) => seq < entry.seq) ?? null
    if (namesNewestRules(newest, entry)) return []
    return [finding(`log entry ${entry.seq}`, `rules ${newest?.seq ?? 0}`, `rules ${entry.rules}`)]
  })
}

async function dayFindings(reader: Reader, entry: RecordEntry): Promise<Finding[]> {
  const { day } = entry
  const stored = (await loggedDays(reader, Number.MAX_SAFE_INTEGER)).find((one) => one.day === day)
  const made = await withSearch((usual) => readDayLines(reader, day, usual, () => {}))
  const file = await readFile(reader, day)
  const figures = await readFigures(reader, day)
  const findings: Finding[] = []
  if (entry.at < spanOf(day).toMs)
    findings.push(finding(`log entry ${entry.seq}`, 'after the day', 'before its end'))
  if (stored?.logSeq !== entry.seq)
    findings.push(finding(`record of ${day}`, `log entry ${entry.seq}`, String(stored?.logSeq ?? 'none')))
  if (!isRecordOf(made, entry)) findings.push(finding(`log entry ${entry.seq}`, textOf(made), textOf(entry)))
  if (!isRecordOf(file, entry)) findings.push(finding(`file of ${day}`, textOf(entry), textOf(file)))
  if (
    figures &&
    canonicalText(figures as unknown as Canonical) !== canonicalText(made.figures as unknown as Canonical)
  )
    findings.push(finding(`figures of ${day}`, 'the sums of its lines', 'others'))
  return findings
}

const expanded = promisify(gunzip)

async function readFile(reader: Reader, day: string): Promise<ReadRecord> {
  const record = openRecord(sha256)
  for (let part = 0; ; part++) {
    const lines = await readPart(reader, day, part)
    if (!lines) return record.end()
    for (const line of (await expanded(lines)).toString('latin1').split('\n').slice(0, -1)) record.add(line)
  }
}

function textOf({ orders, withdrawals, root }: Pick<ReadRecord, 'orders' | 'withdrawals' | 'root'>): string {
  return `${orders} orders and ${withdrawals} withdrawals under ${root}`
}

function finding(where: string, expected: string, found: string): Finding {
  return { rule: 'record = books', where, expected, found }
}
