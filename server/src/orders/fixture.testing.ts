import { hexOf } from '@tickmark/core/bytes'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import type { ExposureBounds } from '@tickmark/core/orders/exposure'
import { DEFAULT_DURATION } from '@tickmark/core/orders/durations'
import { hash, randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/pool.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { signerOf, type Signer } from '../platform/keys.ts'
import { grantOpenings } from '../ledger/grants.ts'
import { fundBankrolls } from '../ledger/grants.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import { runAudit } from '../app/audit/audit.ts'
import { createClosing, type Closing } from './settling/closeOrder.ts'
import { exposureLimits } from './placing/exposureLimits.testing.ts'
import { createPlacing, type Placing } from './placing/placingQueue.ts'
import type { PlaceLimits } from './placing/admitBatch.ts'
import type { PlaceRequest } from './placing/placingStore.ts'
import { createSettling } from './settling/settleDue.ts'
import { collectReceipts, collectTickets } from './receipts/signedBatches.ts'

export const START_MS = 1_800_000_000_000
const ONE = 100_000_000n

/** Books for one test, with a stopped clock and a market whose prices come from a hash. */
export interface Fixture {
  database: Database
  clock: Clock & { set(ms: number): void }
  signer: Signer
  placing: Placing
  closing: Closing
  market: Market
  /** USDT for one unit of a currency, in 1e-8, by currency id; a missing currency has no price. */
  usdtPrices: Map<number, Amount>
  /** Logs all tickets and receipts that are not in the log yet. */
  log(): Promise<void>
  settleDue(headAtMs: number): Promise<number>
  audit(): Promise<string[]>
  close(): Promise<void>
}

/**
 * A made-up market: the price of a product at a second, null where the feed was silent. The second numbers the log
 * entry.
 */
export interface Market {
  ticksBetween(pid: number, fromMs: number, toMs: number): Promise<Tick[]>
  seqAt(ms: number): number
}

export const tagSecret = new Uint8Array(32).fill(7)

export async function createFixture(users: number, limits: PlaceLimits = exposureLimits): Promise<Fixture> {
  const { database, close } = await createTestDatabase()
  const clock = stillClock()
  const signer = signerOf(new Uint8Array(32).fill(9))
  const market = hashMarket()
  await fundBankrolls(database.db, START_MS)
  const ids = Array.from({ length: users }, (_, i) => i + 1)
  await transact(database.db, (tx) => grantOpenings(tx, ids, START_MS))
  const usdtPrices = new Map([
    [1, ONE],
    [2, ONE],
    [3, 3_500n * ONE],
    [4, 67_000n * ONE],
  ])
  const usdtPrice = (currencyId: number) => usdtPrices.get(currencyId) ?? null
  const events = recordEvents()
  const { ticksBetween } = market
  const deps = { database, clock, signer, tagSecret, limits, usdtPrice, ticksBetween, events }
  return {
    database,
    clock,
    signer,
    market,
    usdtPrices,
    placing: createPlacing(deps),
    closing: createClosing(deps),
    settleDue: createSettling(deps).settleDue,
    log: () => logBatches(database, market.seqAt(clock.nowMs())),
    audit: async () => {
      const found = await runAudit(database, { ticksBetween, tagSecret: hexOf(tagSecret) })
      // The made-up market has no log that batches could be in, or prices follow from.
      const inBooks = found.filter(
        (one) => !['entry = batches', 'price = rules', 'bid = rules'].includes(one.rule),
      )
      return inBooks.map(
        (one) => `${one.number} ${one.rule} ${one.where}: expected ${one.expected}, found ${one.found}`,
      )
    },
    close,
  }
}

async function logBatches(database: Database, seq: number): Promise<void> {
  await transact(database.db, async (tx) => {
    for (const draft of [...(await collectTickets(tx)), ...(await collectReceipts(tx))]) {
      await draft.onLogged?.(tx, seq)
    }
  })
}

function stillClock() {
  let nowMs = START_MS
  return { nowMs: () => nowMs, at: () => () => {}, set: (ms: number) => void (nowMs = ms) }
}

/** Prices move by a few units so that ties happen. About one second in forty is silent, and sometimes a long span. */
export function hashMarket(): Market {
  const tickAt = (pid: number, atMs: number): Tick | null => {
    const second = atMs / 1000
    if (hash('sha256', `gap ${pid} ${Math.floor(second / 60)}`, 'buffer').readUInt8(0) < 12) return null
    const bytes = hash('sha256', `${pid} ${second}`, 'buffer')
    if (bytes.readUInt8(0) < 6) return null
    return { seq: seqAt(atMs), atMs, price: 100_000_000n * BigInt(pid) + BigInt(bytes.readUInt8(1) % 8) }
  }
  return {
    seqAt,
    async ticksBetween(pid, fromMs, toMs) {
      const ticks: Tick[] = []
      for (let ms = Math.ceil(fromMs / 1000) * 1000; ms <= toMs; ms += 1000) {
        const tick = tickAt(pid, ms)
        if (tick) ticks.push(tick)
      }
      return ticks
    },
  }
}

function seqAt(ms: number): number {
  return Math.floor((ms - START_MS) / 1000) + 1_000
}

/** Bounds of exposure that are too high to matter, but for those given; the bankroll does not grow. */
export function boundsOf(given: Partial<ExposureBounds> = {}): ExposureBounds {
  return { user: 10n ** 17n, house: 10n ** 17n, growth: 0n, ...given }
}

/** The made-up market has no log that a price could follow from. */
export const BASIS = { model: 3, rules: 2 }

/** A request for one USDT on Up for a minute, with overrides. */
export function requestFor(userId: number, given: Partial<PlaceRequest> = {}): PlaceRequest {
  const terms = {
    pid: 1,
    durationId: DEFAULT_DURATION,
    direction: 'up' as const,
    barrierPpm: 0,
    ratePct: 92,
    chancePpm: 500_000,
    marginPpm: 40_000,
  }
  const fresh = {
    key: randomUUID(),
    fingerprint: randomUUID(),
    terms,
    basis: BASIS,
    quoteEndsMs: Number.MAX_SAFE_INTEGER,
    stake: 100_000_000n,
    consent: null,
  }
  return { userId, book: 'simulated', currencyId: 1, ...fresh, ...given }
}
