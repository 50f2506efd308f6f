import { hexOf } from '@tickmark/core/bytes'
import { PERIODS } from '@tickmark/core/market/candles'
import { PERIOD_NAMES } from '@tickmark/core/market/candles.testing'
import { rootText } from '@tickmark/core/log/log'
import { PRODUCTS } from '@tickmark/core/market/products'
import { checkDay } from '@tickmark/core/market/simulated/day'
import { sql } from 'kysely'
import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { openMarket, type Market, type MarketDeps } from './market.ts'
import { startMarket } from './market.testing.ts'
import {
  checkedLog,
  logSigner,
  marketDeps,
  RECEIPTS_KEY,
  stillClock,
  ticksOf,
  venueSource,
  MARKET_FIRST_DAY,
  MARKET_SEED,
  type StillClock,
} from './market.testing.ts'
import { MOST_PROOF, proofEntries, proofHead, proofRoots } from './log/proof.ts'
import { sha256 } from '../platform/sha256.ts'
import { simulatedSource } from './simulatedSource.ts'
import { type MarketTick } from './ticks.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const BTC = PRODUCTS[0]?.pid as number

let own: TestDatabase
let clock: StillClock
let open: Market[] = []

beforeEach(async () => {
  own = await createTestDatabase()
  clock = stillClock(START)
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()))
  open = []
  await own.close()
})

async function start(more: Partial<MarketDeps> = {}): Promise<Market> {
  const market = await startMarket(marketDeps(own.database, clock, more))
  open.push(market)
  return market
}

test('a first start logs its keys, commits to today and tomorrow, and then the first tick', async () => {
  const market = await start()
  const entries = await checkedLog(market)
  expect(entries.map((one) => one.kind)).toEqual(['keys', 'day', 'day', 'tick'])
  expect(entries).toMatchObject([
    { log: logSigner.publicKey, receipts: RECEIPTS_KEY },
    { day: '2026-11-21' },
    { day: '2026-11-22' },
    { at: S },
  ])
  expect(market.feed()).toBe('LIVE')
  expect(market.isWriting()).toBe(true)
  expect(market.acceptsOrders(BTC)).toBe(true)
})

test('a tick follows each second, and after a jump of the clock the missed seconds are logged one by one', async () => {
  const market = await start()
  const heard: number[] = []
  market.onTick(async (tick) => {
    await new Promise((resolve) => setImmediate(resolve))
    heard.push((tick.atMs - S) / 1000)
  })
  for (let i = 0; i < 3; i++) {
    clock.advance(1000)
    await market.idle()
  }
  clock.advance(700_000)
  await market.idle()
  expect(heard).toEqual(Array.from({ length: 703 }, (_, i) => i + 1))
  expect(ticksOf(await checkedLog(market)).map((one) => (one.at - S) / 1000)).toEqual([0, ...heard])
})

test('ticks are those of the source, and the memory has what the log has when a listener hears of it', async () => {
  const source = simulatedSource(MARKET_SEED, MARKET_FIRST_DAY)
  const market = await start()
  const seen: [MarketTick, MarketTick | null, number][] = []
  market.onTick(async (tick) => {
    seen.push([tick, market.latest(), (await market.ticksBetween(BTC, tick.atMs, tick.atMs)).length])
  })
  clock.advance(2000)
  await market.idle()
  expect(seen.map(([, , found]) => found)).toEqual([1, 1])
  for (const [tick, latest] of seen) {
    expect(tick.prices).toEqual(source.pricesAt(tick.atMs / 1000))
    expect(latest && latest.seq >= tick.seq).toBe(true)
  }
})

test('a slow or failing listener delays neither ticks nor other listeners', async () => {
  const market = await start()
  const heard: number[] = []
  let release = () => {}
  market.onTick(() => new Promise<void>((resolve) => (release = resolve)))
  market.onTick(() => {
    throw new Error('on purpose')
  })
  market.onTick((tick) => void heard.push(tick.atMs))
  clock.advance(5000)
  while (heard.length < 5) await new Promise((resolve) => setTimeout(resolve, 5))
  for (let i = 0; i < 5; i++) {
    release()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await market.idle()
  expect(heard).toHaveLength(5)
})

test('a day is committed to before it starts and revealed after it ended, and its ticks follow from the reveal', async () => {
  clock = stillClock(Date.parse('2026-11-21T23:57:00Z'))
  const market = await start()
  clock.advance(400_000)
  await market.idle()
  const entries = await checkedLog(market)
  const ticks = ticksOf(entries)
  const midnight = Date.parse('2026-11-22T00:00:00Z')
  const commits = entries.filter((one) => one.kind === 'day')
  const reveals = entries.filter((one) => one.kind === 'reveal')
  expect(commits.map((one) => one.day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(reveals.map((one) => one.day)).toEqual(['2026-11-21'])
  expect((commits[1]?.seq ?? 0) < (ticks.find((one) => one.at === midnight)?.seq ?? 0)).toBe(true)
  const day = ticks.filter((one) => one.at < midnight)
  expect(reveals[0]?.seq).toBeGreaterThan(day.at(-1)?.seq ?? 0)
  expect(checkDay(reveals[0] as never, commits[0]?.commit as string, day, sha256)).toEqual({
    ok: true,
    prices: 180 * PRODUCTS.length,
  })
})

test('each minute has a signed root that anyone can check', async () => {
  const market = await start()
  clock.advance(185_000)
  await market.idle()
  const head = await proofHead(own.database.db)
  const roots = await proofRoots(own.database.db, 1, 10_000)
  expect(roots.map((one) => (one.at - S) / 1000)).toEqual([0, 60, 120, 180])
  expect(head.root).toEqual(roots.at(-1))
  expect(head.keys).toMatchObject({ log: logSigner.publicKey })
  const x = Buffer.from(head.keys?.log ?? '', 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  for (const root of roots) {
    const [row] = await market.entriesBetween(root.seq, root.seq)
    expect(hexOf(row?.hash as Uint8Array)).toBe(root.hash)
    expect(verify(null, Buffer.from(rootText(root)), key, Buffer.from(root.signature, 'hex'))).toBe(true)
  }
})

test('proof comes in pieces of 200 entries that chain to the hash before them', async () => {
  await start()
  clock.advance(400_000)
  await open[0]?.idle()
  const { db } = own.database
  const first = await proofEntries(db, 0, 100_000)
  const second = await proofEntries(db, 201, 100_000)
  expect([first.entries.length, second.entries[0]?.seq]).toEqual([MOST_PROOF, 201])
  expect(first.prevHash).toBe('00'.repeat(32))
  expect(second.prevHash).toBe(first.entries.at(-1)?.hash)
  expect(await proofEntries(db, 100_000, 100_001)).toEqual({ prevHash: '', entries: [] })
})

test('drafts are logged before the tick of their second, in the same transaction, and get their log position', async () => {
  const market = await openMarket(marketDeps(own.database, clock))
  open.push(market)
  const places: number[] = []
  let batch = 0
  market.beforeTick((_, atMs) => {
    batch += 1
    const entry = { kind: 'tickets', count: 1, first: batch, last: batch, root: 'ab'.repeat(32) } as const
    const onLogged = (_tx: unknown, seq: number) => Promise.resolve(void places.push(seq, atMs))
    return Promise.resolve([{ entry, onLogged }])
  })
  await market.start()
  clock.advance(200_000)
  await market.idle()
  const entries = await checkedLog(market)
  const tickets = entries.filter((one) => one.kind === 'tickets')
  expect(places).toEqual(tickets.flatMap((one) => [one.seq, one.at]))
  for (const one of tickets) expect(entries[one.seq]).toMatchObject({ kind: 'tick', at: one.at })
  expect(tickets.map((one) => (one.at - S) / 1000)).toEqual([0, 1, 121])
})

test('prices continue when drafts fail, and failed drafts leave nothing behind', async () => {
  const market = await openMarket(marketDeps(own.database, clock))
  open.push(market)
  let isBroken = true
  market.beforeTick(async (tx) => {
    const entry = { kind: 'receipts', count: 1, first: 1, last: 1, root: 'ab'.repeat(32) } as const
    if (isBroken) await sql`select 1 / 0`.execute(tx)
    return [{ entry }]
  })
  await market.start()
  expect((await checkedLog(market)).map((one) => one.kind)).toEqual(['keys', 'day', 'day', 'tick'])
  isBroken = false
  clock.advance(1000)
  await market.idle()
  expect((await checkedLog(market)).map((one) => one.kind).slice(4)).toEqual(['receipts', 'tick'])
})

test('the log cannot be changed, not even by hand', async () => {
  await start()
  const { db } = own.database
  for (const table of ['log_entry', 'log_root', 'log_day']) {
    for (const change of [
      `update ${table} set seq = seq`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(sql.raw(change).execute(db)).rejects.toThrow('append-only')
    }
  }
})

test('every period has at least 120 candles at the first start, joined to one another', async () => {
  const market = await start({ source: simulatedSource(MARKET_SEED, MARKET_FIRST_DAY) })
  for (const { pid } of PRODUCTS) {
    for (const period of PERIOD_NAMES) {
      const candles = market.candles(pid, period, 1000)
      expect(candles.length).toBeGreaterThanOrEqual(120)
      for (const [i, candle] of candles.entries()) {
        const before = candles[i - 1]
        if (!before) continue
        expect(candle.openedAt - before.openedAt).toBe(PERIODS[period])
        expect(candle.open === before.close || i === candles.length - 1).toBe(true)
      }
    }
  }
  expect(market.candles(BTC, '1hour', 5)).toHaveLength(5)
  expect(market.candles(99, '1hour', 5)).toEqual([])
})

test('figures of 24 hours are there at the first start', async () => {
  const market = await start({ source: simulatedSource(MARKET_SEED, MARKET_FIRST_DAY) })
  for (const product of PRODUCTS) {
    const figures = market.figures().get(product.pid)
    expect(figures?.price).toBe(market.latest()?.prices.get(product.pid))
    expect(figures?.isPaused).toBe(false)
    expect(figures?.change).toMatch(/^-?\d+\.\d+$/)
    expect(figures?.changePercent).toMatch(/^-?\d+\.\d\d$/)
    expect(figures?.sparkline.length).toBeGreaterThanOrEqual(24)
    const { sigma, error } = market.deviation(product.pid) ?? { sigma: 0, error: 1 }
    expect([sigma * Math.sqrt(86_400), error]).toEqual([expect.closeTo(product.dailyVolatility, 8), 0])
    expect(figures && figures.upPercent > 40 && figures.upPercent < 60).toBe(true)
  }
  expect(market.topFive()).toHaveLength(5)
  expect(market.topFive()[0]).toBe(BTC)
})

test('real venues: gaps stay gaps, a product without a price is paused, and nothing is committed to', async () => {
  const prices = new Map(PRODUCTS.map((one) => [one.pid, 100n]))
  const market = await start({ source: venueSource(prices) })
  prices.delete(BTC)
  clock.advance(5000)
  await market.idle()
  const entries = await checkedLog(market)
  expect(entries.map((one) => one.kind)).toEqual(['keys', 'tick', 'tick'])
  expect(ticksOf(entries).map((one) => (one.at - S) / 1000)).toEqual([0, 5])
  expect([market.feed(), market.acceptsOrders(BTC), market.acceptsOrders(2)]).toEqual([
    'DEGRADED',
    false,
    true,
  ])
  expect(market.figures().get(BTC)).toMatchObject({ price: 100n, isPaused: true })
  expect(market.deviation(BTC)).toBeNull()
  prices.clear()
  clock.advance(1000)
  await market.idle()
  expect(market.feed()).toBe('HALTED')
})

test('a feed without ticks goes stale and then halts', async () => {
  const market = await start()
  await market.stop()
  clock.advance(4000)
  expect([market.feed(), market.acceptsOrders(BTC)]).toEqual(['STALE', false])
  clock.advance(60_000)
  expect(market.feed()).toBe('HALTED')
})

test('old candles are forgotten, the log is not', async () => {
  const market = await start()
  clock.advance(900_000)
  await market.idle()
  const old = BigInt(S / 1000 - 3_000 * 300)
  const row = { pid: BTC, period: 300, opened_at: old, open: 1n, high: 1n, low: 1n, close: 1n }
  await own.database.db.insertInto('candle').values(row).execute()
  for (let i = 0; i < 4; i++) {
    clock.advance(900_000)
    await market.idle()
  }
  // They are deleted in the background.
  const left = own.database.db.selectFrom('candle').select('pid').where('opened_at', '=', old)
  await expect.poll(() => left.execute()).toEqual([])
  expect(ticksOf(await checkedLog(market))).toHaveLength(4501)
})
