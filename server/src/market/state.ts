import { parseEntry, type KeysEntry, type LogEntry } from '@tickmark/core/log/log'
import type { Edge } from '@tickmark/core/log/tree/tree'
import type { Database, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { createCandleBook, HELD, SLOT, type CandleBook } from './charts/candles.ts'
import { createGauges, type Gauges } from './gauges.ts'
import { trackDays, type OpenDays } from './log/days.ts'
import { EMPTY, type Head } from './log/head.ts'
import type { Announced } from './log/announcing.ts'
import { checkHistory, keysAt, newestAt, type KeptNote } from './log/history.ts'
import type { LastNote } from './log/lastNote.ts'
import { readEdge } from './log/nodes.ts'
import { fillPast } from './charts/pastCandles.ts'
import { checkLogKey, type LogKeys } from './log/signing.ts'
import type { CheckpointRow } from './log/treeStore.ts'
import type { PriceSource } from './source.ts'
import {
  readCandles,
  readHead,
  readLastOpened,
  readLastTickAt,
  readOpenDays,
  readRules,
  readTicks,
  type LogRow,
} from './store.ts'
import {
  createTickWindow,
  entryOfRow,
  tickOfEntry,
  tickOfRow,
  type MarketTick,
  type TickWindow,
} from './ticks.ts'

/** A process's state of the market: a function of the log up to `head`, and of earlier candles. */
export interface MarketState {
  head: Head
  /** The newest head that may be shown; null before the first. */
  published: PublishedHead | null
  openDays: OpenDays
  keys: KeysEntry | null
  announced: Announced
  window: TickWindow
  book: CandleBook
  gauges: Gauges
}

/** A signed head of the log, with the leaves added since the head before it. */
export interface PublishedHead extends CheckpointRow {
  edge: Edge
  /** Leaf hashes of the newest entries, in order. */
  leaves: readonly Uint8Array[]
  /** Text of the newest entry; null when it is not in memory. */
  last: string | null
}

export function publishedOf(checkpoint: CheckpointRow, edge: Edge, rows: readonly LogRow[]): PublishedHead {
  return { ...checkpoint, edge, leaves: rows.map((row) => row.leaf), last: rows.at(-1)?.body ?? null }
}

/** The keys in force after further entries. */
export function keysAfter(keys: KeysEntry | null, rows: readonly LogRow[]): KeysEntry | null {
  const row = rows.findLast((one) => one.kind === 'keys')
  const entry = row && entryOfRow(row)
  return entry?.kind === 'keys' ? entry : keys
}

/** Minimum span that memory keeps for settlement; older ticks are read from the table on demand. */
const LOADED_MS = 120_000

/**
 * Reads the state at the end of the log. Throws `OtherHistory` when the log differs from the published one, and `LogKeyChanged`
 * when it names a log key that is not ours. Candles for times without ticks come from the source.
 */
export async function loadState(
  database: Database,
  source: PriceSource,
  pids: readonly number[],
  nowMs: number,
  log: LogKeys & { lastNote: LastNote | null },
): Promise<MarketState> {
  const { db } = database
  const note = log.lastNote?.read() ?? null
  const published = log.lastNote && note !== null ? { note, path: log.lastNote.path } : null
  const { state, ticks } = await transact(db, (tx) => read(tx, source, pids, log, published), {
    isolation: 'repeatable read',
  })
  const fillUntil = (ms: number) => fillPast(state.book, source, pids, Math.floor(ms / 1000))
  fillUntil(ticks[0]?.atMs ?? nowMs)
  for (const tick of ticks) {
    state.window.push(tick)
    state.book.push(tick)
  }
  // Of a longer gap, only the end is logged later.
  const loggedFromMs = nowMs - source.catchUpSeconds * 1000
  if (ticks.length > 0 && (ticks.at(-1) as MarketTick).atMs < loggedFromMs) fillUntil(loggedFromMs)
  return state
}

/** Applies a new entry, without updating the head; returns its tick, if it is one. */
export function applyRow(state: MarketState, row: LogRow): MarketTick | null {
  const entry = entryOfRow(row)
  const tick = entry.kind === 'tick' ? tickOfEntry(entry) : null
  trackDays(state.openDays, entry)
  if (entry.kind === 'keys') state.keys = entry
  state.announced = announcedAfter(state.announced, entry)
  if (tick) {
    state.window.push(tick)
    state.book.push(tick)
    state.gauges.push(tick)
  }
  return tick
}

/** The announcements after a further entry. */
function announcedAfter(announced: Announced, entry: LogEntry): Announced {
  if (entry.kind === 'rules') return { ...announced, rules: [...announced.rules, entry] }
  return entry.kind === 'model' ? { ...announced, model: entry } : announced
}

/** The stored state, and the ticks that window and candles still lack. */
async function read(
  tx: Tx,
  source: PriceSource,
  pids: readonly number[],
  log: LogKeys,
  published: KeptNote | null,
): Promise<{ state: MarketState; ticks: MarketTick[] }> {
  const size = (await readHead(tx))?.seq ?? 0
  const lastTickAtMs = await readLastTickAt(tx)
  const checkpoint = await checkHistory(tx, size, published)
  const keys = await keysAt(tx, size)
  checkLogKey(keys, log)
  const state: MarketState = {
    head: size === 0 ? EMPTY : { seq: size, edge: await readEdge(tx, size), lastTickAtMs },
    published: checkpoint && {
      ...checkpoint,
      edge: await readEdge(tx, checkpoint.size),
      leaves: [],
      last: null,
    },
    openDays: new Map(),
    keys,
    announced: await announcedAt(tx, size),
    window: createTickWindow(),
    book: createCandleBook(),
    gauges: createGauges(source, pids),
  }
  for (const body of await readOpenDays(tx)) {
    const entry = parseEntry(body)
    if (entry) trackDays(state.openDays, entry)
  }
  state.book.load(await readCandles(tx, HELD))
  const ticks = lastTickAtMs === null ? [] : await readWindow(tx, state.gauges, lastTickAtMs)
  return { state, ticks }
}

async function announcedAt(tx: Tx, size: number): Promise<Announced> {
  const rules = (await readRules(tx)).map(entryOfRow).filter((one) => one.kind === 'rules')
  return { rules, model: await newestAt(tx, 'model', size) }
}

/** Reads ticks that the candle table may lack or settlement may need, and feeds the gauges. */
async function readWindow(tx: Tx, gauges: Gauges, lastTickAtMs: number): Promise<MarketTick[]> {
  const lastOpened = await readLastOpened(tx, SLOT)
  const unseen = lastOpened === null ? lastTickAtMs - SLOT * 1000 : lastOpened * 1000
  const fromMs = Math.min(unseen, lastTickAtMs - LOADED_MS)
  const rows = await readTicks(tx, Math.min(fromMs, lastTickAtMs - gauges.wantsMs), lastTickAtMs)
  const ticks = rows.map(tickOfRow)
  for (const tick of ticks) gauges.push(tick)
  return ticks.filter((tick) => tick.atMs >= fromMs)
}
