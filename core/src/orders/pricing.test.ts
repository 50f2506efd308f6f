import fc from 'fast-check'
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DURATIONS, durationById, type Duration } from './durations.ts'
import { exitFixing, type Tick } from '../market/fixing.ts'
import { judge } from './orders.ts'
import type { Direction } from './terms.ts'
import {
  MARGIN_PPM,
  TARGET_CHANCES,
  breakEvenPpm,
  chanceBeyond,
  horizonDeviation,
  offersFor,
  rateFor,
  remainingDeviation,
} from './pricing.ts'
import { productById, type Product } from '../market/products.ts'
import { DAY_SECONDS, masterWorld, pricesBetween } from '../market/simulated/prices.ts'

const direction = fc.constantFrom<Direction>('up', 'down')
const duration = fc.constantFrom(...DURATIONS)
/** From half a percent to 30 % a day, the limits of the volatility rule. */
const sigma = fc.double({ min: 0.005 / Math.sqrt(86_400), max: 0.3 / Math.sqrt(86_400), noNaN: true })

test('the three ranges have a chance of about 50, 35 and 20 %, at rising barriers, the first of them none', () => {
  fc.assert(
    fc.property(direction, duration, sigma, (way, length, volatility) => {
      const offers = offersFor(way, length, volatility)
      for (const [i, offer] of offers.entries()) {
        // At a daily volatility of 30 % a day's drift moves chances by a few points.
        const target = TARGET_CHANCES[i] as number
        const drift = horizonDeviation(volatility, length)
        expect(Math.abs(offer.chancePpm / 1e6 - target)).toBeLessThan(0.02 + drift / 4)
        expect(Number.isInteger(offer.barrierPpm) && offer.barrierPpm < 1_000_000).toBe(true)
      }
      expect(offers[0]?.barrierPpm).toBe(0)
      expect((offers[1]?.barrierPpm ?? 0) > 0).toBe(true)
      expect((offers[2]?.barrierPpm ?? 0) > (offers[1]?.barrierPpm ?? 0)).toBe(true)
    }),
  )
})

test('a barrier has two significant figures, so that it reads well, and is never nothing', () => {
  const barriers = (volatility: number) =>
    offersFor('up', durationById(110) as Duration, volatility).map((one) => one.barrierPpm)
  expect(barriers(0.024 / Math.sqrt(DAY_SECONDS))).toEqual([0, 240, 530])
  expect(barriers(0.3 / Math.sqrt(DAY_SECONDS))).toEqual([0, 3_000, 6_600])
  expect(barriers(0.000_02 / Math.sqrt(DAY_SECONDS))).toEqual([0, 1, 1])
})

test('a rate is (1 - margin) / chance - 1 in hundredths, rounded down, so the operator never keeps less than the margin', () => {
  expect([0.5, 0.35, 0.2].map((chance) => rateFor(chance, 40_000))).toEqual([92, 174, 380])
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 0.9, noNaN: true }), (chance) => {
      const rate = rateFor(chance, MARGIN_PPM)
      const exact = (0.96 / chance - 1) * 100
      expect(rate).toBeGreaterThan(exact - 1)
      expect(rate).toBeLessThanOrEqual(exact + 1e-6)
      expect(chance * (1 + rate / 100)).toBeLessThanOrEqual(0.96 + 1e-9)
    }),
  )
})

test('every offer pays less than its chance is worth, by the margin and at most one hundredth of the stake more', () => {
  fc.assert(
    fc.property(direction, duration, sigma, (way, length, volatility) => {
      for (const { chancePpm, ratePct } of offersFor(way, length, volatility)) {
        const back = (chancePpm / 1e6) * (1 + ratePct / 100)
        expect(back).toBeLessThanOrEqual(0.96 + 1e-5)
        expect(back).toBeGreaterThan(0.96 - 0.01 * (chancePpm / 1e6) - 1e-5)
        expect(breakEvenPpm(ratePct)).toBeGreaterThan(chancePpm)
      }
    }),
  )
})

test.each([
  [92, 520_833],
  [174, 364_964],
  [380, 208_333],
  [0, 1_000_000],
])('at a rate of %i hundredths a chance of %i millionths neither gains nor loses', (rate, ppm) => {
  expect(breakEvenPpm(rate)).toBe(ppm)
})

test('a barrier further away is less likely, and more volatility makes it more likely', () => {
  const ppm = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(
      direction,
      ppm,
      ppm,
      fc.double({ min: 0.0002, max: 0.05, noNaN: true }),
      (way, a, b, deviation) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)]
        expect(chanceBeyond(way, far, deviation)).toBeLessThanOrEqual(chanceBeyond(way, near, deviation))
        if (far / 1e6 > deviation) {
          expect(chanceBeyond(way, far, deviation)).toBeLessThanOrEqual(
            chanceBeyond(way, far, deviation * 1.1),
          )
        }
      },
    ),
  )
})

test('Up beyond and Down beyond the same level exhaust all cases', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -20_000, max: 20_000 }),
      fc.double({ min: 0.0002, max: 0.05, noNaN: true }),
      (ppm, deviation) => {
        expect(chanceBeyond('up', ppm, deviation) + chanceBeyond('down', -ppm, deviation)).toBeCloseTo(1, 9)
      },
    ),
  )
})

test('an open order is valued over what is left: at first the whole horizon, and never nothing', () => {
  fc.assert(
    fc.property(duration, sigma, (length, volatility) => {
      const left = (seconds: number) => remainingDeviation(volatility, seconds, length)
      expect(left(length.seconds)).toBe(horizonDeviation(volatility, length))
      expect(left(length.seconds - 1)).toBeLessThan(left(length.seconds))
      expect(left(0)).toBe(volatility * Math.sqrt(0.5))
    }),
  )
})

test('offers depend on direction, duration and volatility: there is no place for a user', () => {
  expect(offersFor.length).toBe(3)
  const minute = durationById(110) as Duration
  expect(offersFor('up', minute, 0.00008)).toEqual(offersFor('up', minute, 0.00008))
})

/*
 * Compares the model with the simulated market: consecutive one-minute orders for a fortnight, decided by the rules.
 * The standard error of a share of 20,000 is at most 0.0035.
 */
test('on 20,000 one-minute orders the simulated market wins as often as the offers say', () => {
  const product = productById(1) as Product
  const minute = durationById(110) as Duration
  const world = masterWorld(new Uint8Array(32).fill(7), 20_700, (data) => hash('sha256', data, 'buffer'))
  const from = 20_778 * DAY_SECONDS
  const prices = pricesBetween(world, product, from, from + 20_000 * minute.seconds + 1, 1)
  const volatility = product.dailyVolatility / Math.sqrt(DAY_SECONDS)
  for (const way of ['up', 'down'] as const) {
    for (const offer of offersFor(way, minute, volatility)) {
      const wins = winShare(prices, minute, way, offer.barrierPpm)
      expect(wins.orders).toBe(20_000)
      expect(Math.abs(wins.share - offer.chancePpm / 1e6)).toBeLessThan(0.012)
    }
  }
})

function winShare(prices: readonly bigint[], length: Duration, way: Direction, barrierPpm: number) {
  let [orders, wins, ties] = [0, 0, 0]
  for (let entry = 0; entry + length.seconds < prices.length; entry += length.seconds) {
    const due = entry + length.seconds
    const window: Tick[] = []
    for (let at = due - length.fixingTicks + 1; at <= due; at++)
      window.push({ seq: at, atMs: at * 1000, price: prices[at] as bigint })
    const exit = exitFixing(window, { dueAtMs: due * 1000, fixingTicks: length.fixingTicks })
    const outcome = exit.ok
      ? judge({ direction: way, barrierPpm }, prices[entry] as bigint, exit.tick.price)
      : 'tied'
    orders += 1
    if (outcome === 'won') wins += 1
    if (outcome === 'tied') ties += 1
  }
  return { orders, share: (wins + ties / 2) / orders }
}
