import { MODEL_GRACE_MS } from '@tickmark/core/log/announced'
import { linesRoot } from '@tickmark/core/log/linesRoot'
import type { BatchesEntry, ListEntry, LogEntry, RecordEntry } from '@tickmark/core/log/log'
import { entryBody, entryLeaf } from '@tickmark/core/log/log'
import type { Database, Tx } from '../../db/pool.ts'
import { isDuplicate } from '../../db/failures.ts'
import { transact } from '../../db/transact.ts'
import { sha256 } from '../../platform/sha256.ts'
import { insertEntries, readHead, readNumberAt, writeCandles, type CandleRow, type LogRow } from '../store.ts'
import { advanced, type Head } from './head.ts'
import { insertTile } from './treeStore.ts'

type Unplaced<Entry> = Entry extends LogEntry ? Omit<Entry, 'seq' | 'at'> : never

type Unnamed = Omit<Unplaced<BatchesEntry>, 'model'> | Omit<Unplaced<RecordEntry>, 'rules'>

/** An entry without a log position, and its writes for the same transaction once it has one. */
export interface LogDraft {
  entry: Unplaced<Exclude<LogEntry, BatchesEntry | RecordEntry | { kind: 'tick' }>> | Unnamed
  onLogged?(tx: Tx, seq: number): Promise<void>
}

/**
 * Collects the entries to log before the tick of `atMs`. Runs in the transaction that logs them, so it must be quick.
 */
export type BeforeTick = (tx: Tx, atMs: number) => Promise<LogDraft[]>

/** Consecutive seconds to log, with their drafts. */
export interface Batch {
  seconds: readonly { second: number; prices: ReadonlyMap<number, bigint> }[]
  before: BeforeTick
  candles: readonly CandleRow[]
}

/**
 * Appends drafts, then ticks, after `head` in one transaction, with the tiles that they fill. Returns null, with nothing written,
 * when the log has grown meanwhile: its newest entry differs or the position is taken. Throws any other failure; the outcome is
 * then unknown until the log is read again.
 */
export async function append(database: Database, head: Head, batch: Batch): Promise<LogRow[] | null> {
  try {
    return await transact(database.db, (tx) => write(tx, head, batch))
  } catch (thrown) {
    if (isDuplicate(thrown, 'log_entry_pkey') || isDuplicate(thrown, 'log_entry_tick_at')) return null
    throw thrown
  }
}

async function write(tx: Tx, head: Head, batch: Batch): Promise<LogRow[] | null> {
  const newest = await readHead(tx)
  if ((newest?.seq ?? 0) !== head.seq) return null
  const rows: LogRow[] = []
  const first = batch.seconds[0]
  if (!first) return rows
  const drafts = await batch.before(tx, first.second * 1000)
  const entries = await named(tx, drafts, { seq: head.seq + 1, at: first.second * 1000 })
  const seqs = entries.map((entry) => place(rows, head, entry, first.second * 1000))
  for (const { second, prices } of batch.seconds) {
    const texts: Record<string, string> = {}
    for (const [pid, price] of prices) texts[pid] = String(price)
    place(rows, head, { kind: 'tick', prices: texts }, second * 1000)
  }
  await insertEntries(tx, rows)
  for (const tile of advanced(head, rows).tiles) await insertTile(tx, tile)
  for (const [i, draft] of drafts.entries()) await draft.onLogged?.(tx, seqs[i] as number)
  await writeCandles(tx, batch.candles)
  return rows
}

/**
 * The entries of drafts, numbered from `seq`. Entries of batches name the oldest model that they may follow from (`oldestModel`),
 * records the newest rules (`namesNewestRules`).
 */
async function named(
  tx: Tx,
  drafts: readonly LogDraft[],
  { seq, at }: { seq: number; at: number },
): Promise<Unplaced<LogEntry>[]> {
  const entries = drafts.map(({ entry }) => entry)
  const model = entries.some(isOfBatches) ? await readNumberAt(tx, 'model', at - MODEL_GRACE_MS) : 0
  let rules = entries.some((entry) => entry.kind === 'record') ? await readNumberAt(tx, 'rules', at) : 0
  return entries.map((entry, i) => {
    if (entry.kind === 'rules') rules = seq + i
    if (entry.kind === 'record') return { ...entry, rules }
    return isOfBatches(entry) ? { ...entry, model } : entry
  })
}

function isOfBatches(entry: LogDraft['entry']): entry is Omit<Unplaced<BatchesEntry>, 'model'> {
  return entry.kind === 'tickets' || entry.kind === 'receipts'
}

/** Appends an entry to the rows; returns its number. */
function place(rows: LogRow[], head: Head, entry: Unplaced<LogEntry>, at: number): number {
  const seq = head.seq + rows.length + 1
  const body = entryBody({ ...entry, seq, at })
  rows.push({ seq, kind: entry.kind, at, body, leaf: entryLeaf(body, sha256) })
  return seq
}

/** One log entry for numbered texts that the log lacks, in the order of their numbers; none without any. */
export function draftOfLines(
  kind: ListEntry['kind'],
  lines: readonly { number: number; text: string }[],
  markLogged: (tx: Tx, first: number, last: number, seq: number) => Promise<void>,
): LogDraft[] {
  const [first, last] = [lines[0]?.number, lines.at(-1)?.number]
  if (first === undefined || last === undefined) return []
  const root = linesRoot(
    lines.map(({ text }) => text),
    sha256,
  )
  return [
    {
      entry: { kind, count: lines.length, first, last, root },
      onLogged: (tx, seq) => markLogged(tx, first, last, seq),
    },
  ]
}
