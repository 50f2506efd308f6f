import type { KeysEntry, ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { rootOf } from '@tickmark/core/log/tree/tree'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import type { Rules } from '@tickmark/core/log/rules'
import { bucketOf, PERIODS } from '@tickmark/core/market/candles'
import type { Clock } from '../../platform/clock.ts'
import { isConnectionLoss } from '../../db/failures.ts'
import type { Database } from '../../db/pool.ts'
import { messageOf, type Log } from '../../platform/log.ts'
import { KEPT, SLOT } from '../charts/candles.ts'
import { checkSeed, dueDays } from './days.ts'
import { advanced, type Head } from './head.ts'
import type { LastNote } from './lastNote.ts'
import { append, type BeforeTick, type LogDraft } from './log.ts'
import { DraftFailed, type CollectDrafts } from './collecting.ts'
import { dueModelEntry, dueRulesEntry } from './announcing.ts'
import { dueKeysEntry, isCheckpointOf, signerFor, signHead, type LogKeys } from './signing.ts'
import { deleteCheckpoints, readNextCheckpoint, storeCheckpoint } from './treeStore.ts'
import { readEdge } from './nodes.ts'
import { wantedRules } from '../rules/versionStore.ts'
import type { PriceSource } from '../source.ts'
import { sha256 } from '../../platform/sha256.ts'
import { applyRow, keysAfter, publishedOf, type MarketState, type PublishedHead } from '../state.ts'
import { deleteCandles, readEntries, type LogRow } from '../store.ts'
import type { MarketTick } from '../ticks.ts'

/**
 * The seconds from `from` to `to`, both included, whose ticks an outcome still depends on, in order. A source that knows their
 * prices provides them however long ago they were missed.
 */
export type NeededSeconds = (from: number, to: number) => Promise<number[]>

export interface WriterDeps extends LogKeys {
  database: Database
  clock: Clock
  log: Log
  source: PriceSource
  pids: readonly number[]
  /** The program's own pricing rules, used until operators approve another version; `PRESENT_RULES` by default. */
  rules?: Rules
  /** The newest published head outside the database; null stores it nowhere. */
  lastNote: LastNote | null
  state: MarketState
  /** Entries to log before a tick. */
  before: CollectDrafts
  needed: NeededSeconds
  /** Called with every new tick once, in order, after memory has it. */
  onTick(tick: MarketTick): void
}

/** Maximum seconds per transaction when catching up. A transaction never crosses a candle slot, and so never a day. */
const MOST_SECONDS = 120
const PAGE = 1_000

/** Applies the entries that memory lacks, up to the newest checkpoint, which must match them. */
export async function follow(deps: WriterDeps): Promise<void> {
  const { database, state } = deps
  for (;;) {
    const checkpoint = await readNextCheckpoint(database.db, state.published?.size ?? 0, PAGE)
    if (!checkpoint) return
    const rows = await readEntries(database.db, state.head.seq + 1, checkpoint.size)
    const next = advanced(state.head, rows).head
    const keys = keysAfter(state.keys, rows)
    // At the start, entries may be read before the checkpoint that confirms them.
    const isRead = next.seq === checkpoint.size
    const edge = isRead ? next.edge : await readEdge(database.db, checkpoint.size)
    if (!keys || !isCheckpointOf(checkpoint, rootOf(edge, sha256), keys)) {
      throw new Error(`the price log's checkpoint of ${checkpoint.size} entries is not that of its entries`)
    }
    take(deps, rows, next, publishedOf(checkpoint, edge, rows))
  }
}

/**
 * Logs every due second while `mayWrite`; applies another writer's entries if there are any. After a gap longer than the source's
 * `catchUpSeconds`, logs only the needed seconds before the last ones.
 */
export async function appendDue(deps: WriterDeps, mayWrite: () => boolean): Promise<void> {
  const { clock, source, state } = deps
  checkSeed(state.openDays, source)
  if (mayWrite() && (state.published?.size ?? 0) < state.head.seq) await publish(deps, [])
  const missed = missedSeconds(deps)
  while (mayWrite()) {
    const now = Math.floor(clock.nowMs() / 1000)
    const next = state.head.lastTickAtMs === null ? now : state.head.lastTickAtMs / 1000 + 1
    const { from, last } = await runAfter(deps, next, now, missed)
    if (from > now) return
    const to = Math.min(last, from + MOST_SECONDS - 1, bucketOf(SLOT, from) + SLOT - 1)
    const rows = await appendSome(deps, from, to)
    if (rows) await publish(deps, rows)
    else await catchUp(deps)
  }
}

/** The next seconds to log, from `from` to `last` without a gap. */
async function runAfter(
  { source }: WriterDeps,
  next: number,
  now: number,
  missed: NeededSeconds,
): Promise<{ from: number; last: number }> {
  const recent = Math.max(next, now - source.catchUpSeconds)
  const seconds = recent > next && source.catchUpSeconds > 0 ? await missed(next, recent - 1) : []
  const [from] = seconds
  if (from === undefined) return { from: recent, last: now }
  const gap = seconds.findIndex((second, i) => second !== from + i)
  return { from, last: gap < 0 ? (seconds.at(-1) as number) : from + gap - 1 }
}

/** The needed seconds of one gap. Queries each second once, as its runs begin one after the other. */
function missedSeconds({ needed }: WriterDeps): NeededSeconds {
  let known: number[] = []
  let askedTo: number | null = null
  return async (from, to) => {
    const next = askedTo === null ? from : askedTo + 1
    if (next <= to) known = [...known, ...(await needed(next, to))]
    askedTo = Math.max(askedTo ?? to, to)
    known = known.filter((second) => second >= from)
    return known
  }
}

/** Another writer has appended. If not, the log has lost published entries, and this process must stop. */
async function catchUp(deps: WriterDeps): Promise<void> {
  const { seq } = deps.state.head
  await follow(deps)
  for (;;) {
    const rows = await readEntries(deps.database.db, deps.state.head.seq + 1, deps.state.head.seq + PAGE)
    if (rows.length === 0) break
    await publish(deps, rows)
  }
  if (deps.state.head.seq === seq) throw new Error(`the price log no longer ends with entry ${seq}`)
}

/**
 * Signs the head after committed entries, stores the checkpoint, and only then shows both to readers. A crash in between leaves
 * entries without a checkpoint: the next writer signs the same head, with the key that the log names there, even if its own is
 * newer.
 */
async function publish(deps: WriterDeps, rows: readonly LogRow[]): Promise<void> {
  const { database, state } = deps
  const next = advanced(state.head, rows).head
  const keys = keysAfter(state.keys, rows)
  const at = rows.at(-1)?.at ?? next.lastTickAtMs ?? 0
  const checkpoint = signHead(next, at, keys?.origin ?? deps.origin, signerFor(keys, deps))
  await storeCheckpoint(database.db, checkpoint)
  take(deps, rows, next, publishedOf(checkpoint, next.edge, rows))
}

/**
 * A module whose drafts fail twice must stop neither the prices nor the other modules: the tick is logged without its drafts,
 * which follow later. When no single module failed, the second failure leaves all drafts out.
 */
async function appendSome(deps: WriterDeps, from: number, to: number): Promise<LogRow[] | null> {
  const failed = new Set<number>()
  const skipped = new Set<number>()
  for (let unknown = 0; unknown < 2;) {
    try {
      return await appendWith(deps, from, to, (tx, atMs) => deps.before(tx, atMs, skipped))
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
      deps.log.error('a tick and its drafts could not be logged', { from, reason: messageOf(thrown) })
      if (!(thrown instanceof DraftFailed)) unknown += 1
      else if (failed.has(thrown.from)) skipped.add(thrown.from)
      else failed.add(thrown.from)
    }
  }
  return appendWith(deps, from, to, () => Promise.resolve([]))
}

async function appendWith(
  deps: WriterDeps,
  from: number,
  to: number,
  collect: BeforeTick,
): Promise<LogRow[] | null> {
  const { database, source, state } = deps
  const last = state.head.lastTickAtMs
  const slotIsOver = last !== null && bucketOf(SLOT, from) > bucketOf(SLOT, last / 1000)
  const before: BeforeTick = async (tx, atMs) => [
    ...dueAnnouncements(
      deps,
      await wantedRules(tx, deps.rules ?? PRESENT_RULES),
      atMs,
      dueDays(state.openDays, source, from),
    ),
    ...(await collect(tx, atMs)),
  ]
  const rows = await append(database, state.head, {
    seconds: pricesOf(source, deps.pids, from, to),
    before,
    candles: slotIsOver ? state.book.touchedIn(last / 1000) : [],
  })
  if (rows && slotIsOver && from % PERIODS['1hour'] < SLOT) forget(deps, from)
  return rows
}

/**
 * The due `keys` and `rules` entries, then those of days, then a `model`. They must be the first drafts: the signature of keys
 * includes their position, and a model names the position of its rules.
 */
function dueAnnouncements(
  { state, pids, ...keys }: WriterDeps,
  ours: Rules,
  at: number,
  days: readonly LogDraft[],
): LogDraft[] {
  let seq = state.head.seq + 1
  const signed = dueKeysEntry(state.keys, keys, { seq, at })
  if (signed) seq += 1
  const rules = dueRulesEntry(state.announced, ours, { seq, at })
  if (rules) seq += 1
  seq += days.length
  const { announced, gauges } = state
  const known = rules ? { ...announced, rules: [...announced.rules, rules] } : announced
  const model = dueModelEntry(known, gauges, pids, { seq, at })
  const draft = (due: KeysEntry | RulesEntry | ModelEntry | null) => (due ? [draftOf(due)] : [])
  return [...draft(signed), ...draft(rules), ...days, ...draft(model)]
}

function draftOf(due: KeysEntry | RulesEntry | ModelEntry): LogDraft {
  const { seq: _, at: __, ...entry } = due
  return { entry }
}

function take(
  { state, lastNote, onTick }: WriterDeps,
  rows: readonly LogRow[],
  head: Head,
  published: PublishedHead,
): void {
  lastNote?.keep(published.note)
  state.published = published
  const ticks = rows.flatMap((row) => applyRow(state, row) ?? [])
  state.head = head
  for (const tick of ticks) onTick(tick)
}

/** Prices of consecutive seconds, computed together. */
function pricesOf(source: PriceSource, pids: readonly number[], from: number, to: number) {
  const count = to - from + 1
  if (count === 1) return [{ second: from, prices: source.pricesAt(from) }]
  const series = pids.map((pid) => [pid, source.history(pid, from, count)] as const)
  return Array.from({ length: count }, (_, i) => {
    const prices = new Map<number, bigint>()
    for (const [pid, all] of series) {
      const price = all[i]
      if (price) prices.set(pid, price)
    }
    return { second: from + i, prices }
  })
}

const WEEK_MS = 7 * 86_400_000

/** Deletes old candles, and checkpoints not marked to be kept, once an hour in the background. */
function forget({ database, log }: WriterDeps, second: number): void {
  for (const [period, count] of KEPT) {
    deleteCandles(database.db, period, second - count * period).catch((thrown: unknown) =>
      log.warn('old candles were not deleted', { reason: messageOf(thrown) }),
    )
  }
  deleteCheckpoints(database.db, second * 1000 - WEEK_MS).catch((thrown: unknown) =>
    log.warn('old checkpoints were not deleted', { reason: messageOf(thrown) }),
  )
}
