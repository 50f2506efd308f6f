import { PRODUCTS } from '@tickmark/core/market/products'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { drawnTicks, MOST_DRAWN } from './drawnTicks.ts'
import type { Market } from '../market.ts'
import { marketDeps, startMarket, stillClock } from '../market.testing.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const BTC = PRODUCTS[0]?.pid ?? 0
const SECONDS = 1_500

let own: TestDatabase
let market: Market

beforeAll(async () => {
  own = await createTestDatabase()
  const clock = stillClock(START)
  market = await startMarket(marketDeps(own.database, clock))
  for (let second = 0; second < SECONDS; second += 50) {
    clock.advance(50_000)
    await market.idle()
  }
})

afterAll(async () => {
  await market.stop()
  await own.close()
})

const drawn = (fromMs: number, toMs: number, pid = BTC) =>
  drawnTicks(own.database.db, market, { pid, fromMs, toMs })

describe('the ticks for a drawing', () => {
  test('are all ticks of a short stretch, as they were logged', async () => {
    const ticks = await drawn(S + 1_000_000, S + 1_069_999)
    expect(ticks.map((one) => one.atMs)).toEqual(
      Array.from({ length: 70 }, (_, at) => S + 1_000_000 + at * 1_000),
    )
    expect(ticks).toEqual(await market.ticksBetween(BTC, S + 1_000_000, S + 1_069_999))
  })

  test('of a long stretch come at even steps and at its end, each of them a logged tick', async () => {
    const latestMs = market.latest()?.atMs ?? 0
    const ticks = await drawn(latestMs - 1_400_000, latestMs)
    expect(ticks.length).toBeGreaterThan(MOST_DRAWN / 2)
    expect(ticks.length).toBeLessThanOrEqual(MOST_DRAWN)
    expect(ticks.at(-1)?.atMs).toBe(latestMs)
    const steps = new Set(ticks.slice(1, -1).map((one, at) => one.atMs - (ticks[at]?.atMs ?? 0)))
    expect(steps).toEqual(new Set([3_000]))
    const all = await market.ticksBetween(BTC, latestMs - 1_400_000, latestMs)
    for (const one of ticks) expect(all).toContainEqual(one)
  })

  test('are all of them up to as many as a drawing can show apart', async () => {
    const count = async (seconds: number) => (await drawn(S + 500_000, S + 500_000 + seconds * 1_000)).length
    expect([await count(MOST_DRAWN - 1), await count(MOST_DRAWN)]).toEqual([MOST_DRAWN, 301])
  })

  test('never reach beyond the newest one, however much is requested', async () => {
    const latestMs = market.latest()?.atMs ?? 0
    const ticks = await drawn(0, Number.MAX_SAFE_INTEGER)
    expect(ticks.length).toBeLessThanOrEqual(MOST_DRAWN)
    expect((await drawn(latestMs - 5_000, latestMs + 60_000)).at(-1)?.atMs).toBe(latestMs)
    expect(await drawn(latestMs + 1, latestMs + 9_000)).toEqual([])
    expect(await drawn(latestMs, latestMs - 9_000)).toEqual([])
  })

  test('of a coin that nobody trades are none', async () => {
    expect(await drawn(S, S + 10_000, 9_998)).toEqual([])
  })
})
