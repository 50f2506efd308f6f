import { assert } from '@tickmark/core/assert'
import { parseEntry, type KeysEntry } from '@tickmark/core/log/log'
import type { Database, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { backfilledCandles } from './log/backfill.ts'
import { createCandleBook, HELD, SLOT, type CandleBook } from './candles.ts'
import { createGauges, type Gauges } from './gauges.ts'
import { trackDays, type OpenDays } from './log/days.ts'
import { EMPTY, type Head } from './log/log.ts'
import type { PriceSource } from './source.ts'
import {
  readCandles,
  readHead,
  readLast,
  readLastOpened,
  readLastTickAt,
  readOpenDays,
  readTicks,
  writeCandles,
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
  openDays: OpenDays
  keys: KeysEntry | null
  window: TickWindow
  book: CandleBook
  gauges: Gauges
}

/** Minimum span that memory keeps for settlement; older ticks are read from the table on demand. */
const LOADED_MS = 120_000

/**
 * Reads the state at the end of the log. Where ticks are missing, it first fills in candles from the source's history.
 */
export async function loadState(
  database: Database,
  source: PriceSource,
  pids: readonly number[],
  nowMs: number,
): Promise<MarketState> {
  await backfill(database, source, pids, nowMs)
  return transact(database.db, (tx) => read(tx, source, pids), { isolation: 'repeatable read' })
}

/** Applies the entry after `head`; returns its tick, if it is one. Known entries change nothing. */
export function applyRow(state: MarketState, row: LogRow): MarketTick | null {
  if (row.seq <= state.head.seq) return null
  assert(row.seq === state.head.seq + 1, 'entries are taken in without gaps')
  const entry = entryOfRow(row)
  const tick = entry.kind === 'tick' ? tickOfEntry(entry) : null
  state.head = { seq: row.seq, hash: row.hash, lastTickAtMs: tick?.atMs ?? state.head.lastTickAtMs }
  trackDays(state.openDays, entry)
  if (entry.kind === 'keys') state.keys = entry
  if (tick) {
    state.window.push(tick)
    state.book.push(tick)
    state.gauges.push(tick)
  }
  return tick
}

/** At a first start, and after a gap too long to be logged later. */
async function backfill(
  database: Database,
  source: PriceSource,
  pids: readonly number[],
  nowMs: number,
): Promise<void> {
  const lastTickAtMs = await readLastTickAt(database.db)
  if (lastTickAtMs !== null && nowMs - lastTickAtMs <= source.catchUpSeconds * 1000) return
  const rows = backfilledCandles(source, pids, Math.floor(nowMs / 1000))
  await transact(database.db, (tx) => writeCandles(tx, rows, 'old'))
}

async function read(tx: Tx, source: PriceSource, pids: readonly number[]): Promise<MarketState> {
  const newest = await readHead(tx)
  const lastTickAtMs = await readLastTickAt(tx)
  const state: MarketState = {
    head: newest ? { seq: newest.seq, hash: newest.hash, lastTickAtMs } : EMPTY,
    openDays: new Map(),
    keys: null,
    window: createTickWindow(),
    book: createCandleBook(),
    gauges: createGauges(source, pids),
  }
  for (const body of await readOpenDays(tx)) {
    const entry = parseEntry(body)
    if (entry) trackDays(state.openDays, entry)
  }
  const keys = await readLast(tx, 'keys')
  const entry = keys && entryOfRow(keys)
  if (entry?.kind === 'keys') state.keys = entry
  state.book.load(await readCandles(tx, HELD))
  if (lastTickAtMs !== null) await readWindow(tx, state, lastTickAtMs)
  return state
}

/** Reads ticks that the candle table may lack, and those that settlement or the deviation may need. */
async function readWindow(tx: Tx, state: MarketState, lastTickAtMs: number): Promise<void> {
  const lastOpened = await readLastOpened(tx, SLOT)
  const unseen = lastOpened === null ? lastTickAtMs - SLOT * 1000 : lastOpened * 1000
  const fromMs = Math.min(unseen, lastTickAtMs - LOADED_MS)
  const rows = await readTicks(tx, Math.min(fromMs, lastTickAtMs - state.gauges.wantsMs), lastTickAtMs)
  for (const row of rows) {
    const tick = tickOfRow(row)
    state.gauges.push(tick)
    if (tick.atMs < fromMs) continue
    state.window.push(tick)
    state.book.push(tick)
  }
}
