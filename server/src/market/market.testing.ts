import type { LogEntry, TickEntry } from '@tickmark/core/log/log'
import { readEntryTexts } from '@tickmark/core/log/readEntries'
import { rootOf } from '@tickmark/core/log/tree/tree'
import { PRODUCTS } from '@tickmark/core/market/products'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/pool.ts'
import { signerOf } from '../platform/keys.ts'
import { silentLog } from '../platform/log.ts'
import { openMarket, type Market, type MarketDeps } from './market.ts'
import { hexOf } from '@tickmark/core/bytes'
import { advanced, EMPTY } from './log/head.ts'
import { sha256 } from '../platform/sha256.ts'
import { simulatedSource } from './simulatedSource.ts'
import type { PriceSource } from './source.ts'

/** A clock that stands still until a test moves it. */
export interface StillClock extends Clock {
  advance(ms: number): void
}

export function stillClock(startMs: number): StillClock {
  let now = startMs
  let timers: { ms: number; run: () => void }[] = []
  return {
    nowMs: () => now,
    at(ms, run) {
      const timer = { ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance(ms) {
      now += ms
      const due = timers.filter((one) => one.ms <= now)
      timers = timers.filter((one) => one.ms > now)
      for (const one of due) one.run()
    },
  }
}

export const MARKET_SEED = new Uint8Array(32).fill(42)
/** 2026-11-21. */
export const MARKET_FIRST_DAY = 20_778
export const logSigner = signerOf(new Uint8Array(32).fill(1))
export const RECEIPTS_KEY = signerOf(new Uint8Array(32).fill(2)).publicKey

export const ORIGIN = 'log.example/tm'

/** The simulated index without its long history, which most tests do not need and which takes time to compute. */
export function youngSource(seed = MARKET_SEED): PriceSource {
  return { ...simulatedSource(seed, MARKET_FIRST_DAY), past: () => [] }
}

/** The simulated market on a database, with overrides. */
export function marketDeps(database: Database, clock: Clock, more: Partial<MarketDeps> = {}): MarketDeps {
  return {
    database,
    clock,
    log: silentLog(),
    source: youngSource(),
    products: PRODUCTS,
    logSigner,
    formerSigner: null,
    receiptsKey: RECEIPTS_KEY,
    origin: ORIGIN,
    lastNote: null,
    ...more,
  }
}

/** Loads the market and starts it at once. To add drafts before ticks, open it first. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const market = await openMarket(deps)
  await market.start()
  return market
}

/** A source like real venues: present prices only, no history, and products that may lack a price. */
export function venueSource(prices: ReadonlyMap<number, bigint>): PriceSource {
  return {
    catchUpSeconds: 0,
    pricesAt: () => new Map(prices),
    history: (_pid, _from, count) => Array.from({ length: count }, () => null),
    past: () => [],
    day: () => null,
    deviation: () => null,
    traded: () => ({ turnover: 0n, volume: 0n }),
  }
}

/** The whole log, checked against the newest published head. */
export async function checkedLog(market: Market): Promise<LogEntry[]> {
  const rows = await market.entriesBetween(1, 200_000)
  const read = readEntryTexts(
    rows.map((row) => row.body),
    1,
  )
  if (!read.ok) throw new Error(`${read.problem} at ${read.index}`)
  const { head } = advanced(EMPTY, rows)
  const published = market.head()
  if (published?.size !== rows.length || hexOf(published.root) !== hexOf(rootOf(head.edge, sha256)))
    throw new Error('the published head is that of the log')
  return read.entries
}

export function ticksOf(entries: readonly LogEntry[]): TickEntry[] {
  return entries.filter((one) => one.kind === 'tick')
}
