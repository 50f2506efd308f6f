import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import type { Row } from '../../app/audit/edges.testing.ts'

/** An entry of the log as its table has it. */
export function loggedRow(entry: LogEntry): Row {
  return { seq: entry.seq, kind: entry.kind, at: entry.at, body: entryBody(entry) }
}

export function tickRow(seq: number, at: number): Row {
  return loggedRow({ ...ENTRY_OF.tick, seq, at })
}
