import { parseEntry, type LogEntry } from './log.ts'

export type EntriesProblem = 'not_an_entry' | 'wrong_seq' | 'time_runs_back'

/**
 * Reads consecutive entries from number `firstSeq` on: valid texts, numbers without gaps, times that never decrease, ticks at
 * least one second apart. Names the first faulty entry.
 */
export function readEntryTexts(
  bodies: readonly string[],
  firstSeq: number,
): { ok: true; entries: LogEntry[] } | { ok: false; problem: EntriesProblem; index: number } {
  const read: LogEntry[] = []
  let lastTickAt = -1
  for (const [index, body] of bodies.entries()) {
    const entry = parseEntry(body)
    if (!entry) return { ok: false, problem: 'not_an_entry', index }
    if (entry.seq !== firstSeq + index) return { ok: false, problem: 'wrong_seq', index }
    const isEarly = entry.at < (read[index - 1]?.at ?? 0)
    if (isEarly || (entry.kind === 'tick' && entry.at <= lastTickAt))
      return { ok: false, problem: 'time_runs_back', index }
    if (entry.kind === 'tick') lastTickAt = entry.at
    read.push(entry)
  }
  return { ok: true, entries: read }
}
