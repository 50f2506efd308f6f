import { HOUR_MS } from '@tickmark/core/days'
import type { Tick } from '@tickmark/core/market/fixing'
import type { LogEntry, TickEntry } from '@tickmark/core/log/log'
import { assert } from '@tickmark/core/assert'
import { parseEntry } from '@tickmark/core/log/log'
import type { Db } from '../db/pool.ts'
import { readTicks, type LogRow } from './store.ts'

/** The index at one second; a paused product is absent. Prices in 1e-8 USDT by product id. */
export interface MarketTick {
  seq: number
  atMs: number
  prices: ReadonlyMap<number, bigint>
}

/** The ticks of the last two hours, in memory. */
export interface TickWindow {
  push(tick: MarketTick): void
  latest(): MarketTick | null
  /** Ticks of a product in [fromMs, toMs], both included, in order; older ones are read from the log's table. */
  between(db: Db, pid: number, fromMs: number, toMs: number): Promise<Tick[]>
}

const KEPT_MS = 2 * HOUR_MS
/** Old ticks are dropped in chunks of this size. */
const SLACK = 600

export function createTickWindow(): TickWindow {
  const ticks: MarketTick[] = []
  /** Memory has every logged tick from here on. */
  let completeFromMs = Number.POSITIVE_INFINITY

  function push(tick: MarketTick): void {
    const last = ticks.at(-1)
    assert(!last || tick.atMs > last.atMs, 'ticks come in the order of time')
    if (!last) completeFromMs = tick.atMs
    ticks.push(tick)
    if (ticks.length <= SLACK || (ticks[SLACK] as MarketTick).atMs > tick.atMs - KEPT_MS) return
    ticks.splice(0, SLACK)
    completeFromMs = (ticks[0] as MarketTick).atMs
  }

  async function between(db: Db, pid: number, fromMs: number, toMs: number): Promise<Tick[]> {
    const found: Tick[] = []
    if (fromMs < completeFromMs) {
      const rows = await readTicks(db, fromMs, Math.min(toMs, completeFromMs - 1))
      for (const row of rows) add(found, tickOfRow(row), pid)
    }
    for (let i = firstFrom(ticks, fromMs); i < ticks.length; i++) {
      const tick = ticks[i] as MarketTick
      if (tick.atMs > toMs) break
      add(found, tick, pid)
    }
    return found
  }

  return { push, latest: () => ticks.at(-1) ?? null, between }
}

export function tickOfRow(row: LogRow): MarketTick {
  const entry = entryOfRow(row)
  assert(entry.kind === 'tick', `entry ${row.seq} is a tick`)
  return tickOfEntry(entry)
}

export function tickOfEntry(entry: TickEntry): MarketTick {
  const prices = new Map<number, bigint>()
  for (const [pid, price] of Object.entries(entry.prices)) prices.set(Number(pid), BigInt(price))
  return { seq: entry.seq, atMs: entry.at, prices }
}

/** Parses an entry of our own. */
export function entryOfRow(row: LogRow): LogEntry {
  const entry = parseEntry(row.body)
  assert(entry?.seq === row.seq, `entry ${row.seq} of the log is well formed`)
  return entry
}

function add(found: Tick[], tick: MarketTick, pid: number): void {
  const price = tick.prices.get(pid)
  if (price !== undefined) found.push({ seq: tick.seq, atMs: tick.atMs, price })
}

function firstFrom(ticks: readonly MarketTick[], fromMs: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((ticks[half] as MarketTick).atMs < fromMs) low = half + 1
    else high = half
  }
  return low
}
