import type { LogEntry } from '@tickmark/core/log/log'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { entryBody, entryHash, GENESIS, rootText } from '@tickmark/core/log/log'
import type { Database, Tx } from '../../db/pool.ts'
import { isDuplicate } from '../../db/failures.ts'
import { transact } from '../../db/transact.ts'
import type { Signer } from '../../platform/keys.ts'
import { sha256 } from '../../platform/sha256.ts'
import {
  insertEntries,
  insertRoot,
  notifyAppended,
  readHead,
  writeCandles,
  type CandleRow,
  type LogRow,
  type RootRow,
} from '../store.ts'

type Unplaced<Entry> = Entry extends LogEntry ? Omit<Entry, 'seq' | 'at'> : never

/** An entry without a log position, and its writes for the same transaction once it has one. */
export interface LogDraft {
  entry: Unplaced<Exclude<LogEntry, { kind: 'tick' }>>
  onLogged?(tx: Tx, seq: number): Promise<void>
}

/**
 * Collects the entries to log before the tick of `atMs`. Runs in the transaction that logs them, so it must be quick.
 */
export type BeforeTick = (tx: Tx, atMs: number) => Promise<LogDraft[]>

/** The end of the log as known to one process. */
export interface Head {
  seq: number
  hash: Uint8Array
  lastTickAtMs: number | null
}

export const EMPTY: Head = { seq: 0, hash: GENESIS, lastTickAtMs: null }

/** Consecutive seconds to log, with their drafts. */
export interface Batch {
  seconds: readonly { second: number; prices: ReadonlyMap<number, bigint> }[]
  before: BeforeTick
  candles: readonly CandleRow[]
}

/**
 * Appends drafts, then ticks, after `head` in one transaction. Returns null, with nothing written, when the log has
 * grown meanwhile: its newest entry differs or the position is taken. Throws any other failure; the outcome is then
 * unknown until the log is read again.
 */
export async function append(
  database: Database,
  signer: Signer,
  head: Head,
  batch: Batch,
): Promise<LogRow[] | null> {
  try {
    return await transact(database.db, (tx) => write(tx, signer, head, batch))
  } catch (thrown) {
    if (isDuplicate(thrown, 'log_entry_pkey') || isDuplicate(thrown, 'log_entry_tick_at')) return null
    throw thrown
  }
}

async function write(tx: Tx, signer: Signer, head: Head, batch: Batch): Promise<LogRow[] | null> {
  const newest = await readHead(tx)
  if ((newest?.seq ?? 0) !== head.seq) return null
  const rows: LogRow[] = []
  const first = batch.seconds[0]
  if (!first) return rows
  const drafts = await batch.before(tx, first.second * 1000)
  const seqs = drafts.map((draft) => place(rows, head, draft.entry, first.second * 1000))
  const roots = placeTicks(rows, head, batch, signer)
  await insertEntries(tx, rows)
  for (const [i, draft] of drafts.entries()) await draft.onLogged?.(tx, seqs[i] as number)
  for (const root of roots) await insertRoot(tx, root)
  await writeCandles(tx, batch.candles, 'new')
  await notifyAppended(tx, head.seq + rows.length)
  return rows
}

/** Assigns the ticks' positions; the first tick of each minute gets a signed root. */
function placeTicks(rows: LogRow[], head: Head, batch: Batch, signer: Signer): RootRow[] {
  const roots: RootRow[] = []
  let lastMinute = head.lastTickAtMs === null ? null : Math.floor(head.lastTickAtMs / 60_000)
  for (const { second, prices } of batch.seconds) {
    const at = second * 1000
    const texts: Record<string, string> = {}
    for (const [pid, price] of prices) texts[pid] = String(price)
    const seq = place(rows, head, { kind: 'tick', prices: texts }, at)
    const minute = Math.floor(at / 60_000)
    if (minute === lastMinute) continue
    lastMinute = minute
    const { hash } = rows.at(-1) as LogRow
    const signature = signer.sign(asciiBytes(rootText({ seq, at, hash: hexOf(hash) })))
    roots.push({ seq, at, hash, signature })
  }
  return roots
}

function place(rows: LogRow[], head: Head, entry: Unplaced<LogEntry>, at: number): number {
  const seq = head.seq + rows.length + 1
  const body = entryBody({ ...entry, seq, at })
  rows.push({
    seq,
    kind: entry.kind,
    at,
    body,
    hash: entryHash(rows.at(-1)?.hash ?? head.hash, body, sha256),
  })
  return seq
}
