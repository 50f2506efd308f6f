import { HOUR_MS } from '@tickmark/core/days'
import { parseEntry, type LogEntry, type TickEntry } from '@tickmark/core/log/log'
import { checkDay } from '@tickmark/core/market/simulated/day'
import { DAY_SECONDS, dayOfName } from '@tickmark/core/market/simulated/prices'
import type { Reader } from '../../../db/pool.ts'
import type { Finding } from '../../../module/finding.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { readDays, readTicks } from '../../store.ts'

/** Span of ticks redrawn at a time: they are held in memory. */

/**
 * Checks each day revealed after an entry of the log: its commitment came before, it matches the reveal, and the redrawn ticks
 * match the log's.
 */
export async function auditDays(reader: Reader, afterSeq = 0): Promise<Finding[]> {
  const entries = (await readDays(reader)).map(parseEntry)
  const reveals = entries.filter((one) => one?.kind === 'reveal').filter((one) => one.seq > afterSeq)
  const findings: Finding[] = []
  for (const reveal of reveals) {
    const promise = entries.find((one) => one?.kind === 'day' && one.day === reveal.day)
    const problem = await problemOf(reader, reveal, promise ?? null)
    const where = `day ${reveal.day}`
    if (problem !== null)
      findings.push({ rule: 'day = commitment', where, expected: 'as drawn', found: problem })
  }
  return findings
}

async function problemOf(
  reader: Reader,
  reveal: Extract<LogEntry, { kind: 'reveal' }>,
  promise: LogEntry | null,
): Promise<string | null> {
  const day = dayOfName(reveal.day)
  if (day === null || promise?.kind !== 'day') return 'never committed to'
  const startMs = day * DAY_SECONDS * 1000
  if (promise.seq > reveal.seq) return 'committed to after its reveal'
  for (let from = startMs; from < startMs + DAY_SECONDS * 1000; from += HOUR_MS) {
    const ticks = (await readTicks(reader, from, from + HOUR_MS - 1)).map((row) => parseEntry(row.body))
    const known = ticks.filter((one): one is TickEntry => one?.kind === 'tick')
    if (known.some((one) => one.seq < promise.seq)) return 'committed to after a tick of it'
    const checked = checkDay(reveal, promise.commit, known, sha256)
    if (!checked.ok) return 'seq' in checked ? `${checked.problem} at ${checked.seq}` : checked.problem
  }
  return null
}
