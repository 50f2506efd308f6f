import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayReveal, factsOf } from '../../market/simulated/day.ts'
import { DAY_SECONDS, masterWorld } from '../../market/simulated/prices.ts'
import { crypto } from '../../receipts/nodeCrypto.testing.ts'
import type { VenueOrder, VenueState } from '../trading/venue.ts'
import { simulatedBook, trueBook } from './book.ts'
import { simulatedArrival, simulatedFill } from './fill.ts'
import { simulatedGap, STEP_MS } from './gap.ts'
import { simulatedState } from './state.ts'
import { TRADED_PIDS, VENUES } from './venues.ts'
import { simulatedWorld } from './world.ts'

const FIRST_DAY = 20_000
const DAY_MS = DAY_SECONDS * 1000
const prices = masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, crypto.sha256)
const world = simulatedWorld(prices)
const moment = fc.integer({ min: FIRST_DAY * DAY_MS, max: (FIRST_DAY + 3) * DAY_MS - 1 })
const venue = fc.constantFrom(...VENUES.map((one) => one.venue))
const pid = fc.constantFrom(...TRADED_PIDS)

test('a revealed day shows the same books and fills orders in the same way', () => {
  const facts = factsOf(dayReveal(prices.dayFacts(FIRST_DAY)))
  if (!facts) throw new Error('the day can be read')
  const again = simulatedWorld({ sha256: crypto.sha256, dayFacts: () => facts })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY_MS - 1_000 }), venue, pid, fc.uuid(), (ms, at, coin, id) => {
      const atMs = FIRST_DAY * DAY_MS + ms
      expect(simulatedBook(again, at, coin, atMs)).toEqual(simulatedBook(world, at, coin, atMs))
      const order: VenueOrder = { id, venue: at, pid: coin, side: 'buy', limit: 10n ** 18n, size: 10_000n }
      expect(simulatedFill(again, order, atMs)).toEqual(simulatedFill(world, order, atMs))
    }),
    { numRuns: 100 },
  )
})

test('a known seed gives the same draws on every platform', () => {
  const atMs = FIRST_DAY * DAY_MS + 45_296_250
  expect(VENUES.map((one) => simulatedGap(world, one.venue, 1, atMs))).toEqual([
    79_756, -34_935, 5_150, -64_060, -58_484,
  ])
  const excursion = [13_342, 13_344, 51_552, 51_554, 15_818].map((second) =>
    simulatedGap(world, 2, 1, FIRST_DAY * DAY_MS + second * 1_000),
  )
  expect(excursion).toEqual([1_040_465, 621_328, 854_783, 1_011_235, -1_430_785])
  const { bids, asks, seq } = trueBook(world, 1, 1, atMs)
  expect([seq, bids[0], asks[0]]).toEqual([
    6_912_181_185,
    { price: 6_816_051_000_000n, size: 1_346_820n },
    { price: 6_816_324_000_000n, size: 2_915_060n },
  ])
})

test('a live book has five levels on each side, and its bids are below its asks', () => {
  fc.assert(
    fc.property(moment, venue, pid, (atMs, at, coin) => {
      const { bids, asks, seq, at: shownAt } = trueBook(world, at, coin, atMs)
      expect([bids.length, asks.length, seq, shownAt]).toEqual([
        5,
        5,
        Math.floor(atMs / STEP_MS),
        seq * STEP_MS,
      ])
      const ladder = [...asks.toReversed(), ...bids].map(({ price }) => price)
      expect(ladder).toEqual(ladder.toSorted((one, other) => (one < other ? 1 : -1)))
      expect(new Set(ladder).size).toBe(10)
      expect([...bids, ...asks].every(({ size }) => size > 0n)).toBe(true)
    }),
  )
})

test('venues are live except for a few minutes a day, and reach every other state', () => {
  const seen = new Map<VenueState, number>()
  for (let ms = 0; ms < 3 * DAY_MS; ms += 5_000)
    for (const one of VENUES) {
      const { state } = simulatedState(world, one.venue, FIRST_DAY * DAY_MS + ms)
      seen.set(state, (seen.get(state) ?? 0) + 1)
    }
  expect([...seen.keys()].toSorted()).toEqual(['crossed', 'down', 'live', 'stale'])
  expect((seen.get('live') ?? 0) / (3 * 5 * 17_280)).toBeGreaterThan(0.99)
})

test('a stale venue shows an old book, a crossed one a bid above its ask, and one that is down none', () => {
  const shown = new Map<VenueState, number>()
  for (let ms = 0; ms < DAY_MS; ms += 5_000)
    for (const one of VENUES) {
      const atMs = FIRST_DAY * DAY_MS + ms + 4_999
      if (ms % 600_000 > 0 && simulatedState(world, one.venue, atMs).state === 'live') continue
      const { state, book } = simulatedBook(world, one.venue, 1, atMs)
      shown.set(state, (shown.get(state) ?? 0) + 1)
      const isCrossed = book && (book.bids[0]?.price ?? 0n) >= (book.asks[0]?.price ?? 0n)
      expect([book === null, isCrossed ?? false]).toEqual([state === 'down', state === 'crossed'])
      if (state === 'stale') expect(book?.at).toBeLessThan(atMs)
    }
  expect(shown.size).toBeGreaterThan(2)
})

test('an order arrives 20 to 200 ms after it was sent, is filled within its limit, and is sometimes refused', () => {
  const states = new Set<string>()
  fc.assert(
    fc.property(moment, venue, pid, fc.uuid(), fc.bigInt(-3n, 3n), (atMs, at, coin, id, off) => {
      const [arrives, book] = [simulatedArrival(world, id, atMs), trueBook(world, at, coin, atMs)]
      expect(arrives - atMs).toBeGreaterThanOrEqual(20)
      expect(arrives - atMs).toBeLessThanOrEqual(200)
      const limit = ((book.asks[0]?.price ?? 0n) * (100_000n + off)) / 100_000n
      const order: VenueOrder = {
        id,
        venue: at,
        pid: coin,
        side: 'buy',
        limit,
        size: book.asks[0]?.size ?? 0n,
      }
      const { state, filled, quote } = simulatedFill(world, order, atMs)
      states.add(state)
      expect(filled).toBeLessThanOrEqual(order.size)
      expect(quote * 100_000_000n).toBeLessThanOrEqual(filled * limit + 100_000_000n)
    }),
    { numRuns: 2_000 },
  )
  expect([...states].toSorted()).toEqual(['filled', 'partial', 'refused', 'unfilled'])
})
