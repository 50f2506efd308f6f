import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DURATIONS, durationById, type Duration } from './durations.ts'
import type { Direction } from './terms.ts'
import {
  MARGIN_PPM,
  PRICE_RULES,
  breakEvenPpm,
  chanceBeyond,
  horizonDeviation,
  offersFor,
  rateFor,
} from './pricing.ts'
import { roundedDeviation } from '../market/deviation.ts'
import { DAY_SECONDS } from '../market/simulated/prices.ts'

const direction = fc.constantFrom<Direction>('up', 'down')
const duration = fc.constantFrom(...DURATIONS)
const exactly = (sigma: number) => ({ sigma, error: 0 })
/** From half a percent to 30 % a day, the limits of the volatility rule. */
const sigma = fc.double({ min: 0.005 / Math.sqrt(86_400), max: 0.3 / Math.sqrt(86_400), noNaN: true })

test('the three ranges have a chance of about 50, 35 and 20 %, at rising barriers, the first at none', () => {
  fc.assert(
    fc.property(direction, duration, sigma, (way, length, volatility) => {
      const offers = offersFor(way, length, exactly(volatility))
      for (const [i, offer] of offers.entries()) {
        // At a daily volatility of 30 % a day's drift moves chances by a few points.
        const target = (PRICE_RULES.chancesPpm[i] as number) / 1e6
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

test('a barrier has two significant figures, so that it reads well, and is never zero', () => {
  const barriers = (volatility: number) =>
    offersFor('up', durationById(110) as Duration, exactly(volatility)).map((one) => one.barrierPpm)
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

test('a rate is never negative, and none is made of a chance that is no chance', () => {
  expect([0.96, 0.97, 0.999].map((chance) => rateFor(chance, 40_000))).toEqual([0, 0, 0])
  for (const chance of [-0.1, 0, 1, 1.1])
    expect(() => rateFor(chance, 40_000)).toThrow('a chance lies between 0 and 1')
  for (const deviation of [0, -0.1])
    expect(() => chanceBeyond('up', 0, deviation)).toThrow('the horizon has a deviation')
})

test('every offer pays below its fair value by the margin, plus at most one hundredth of the stake', () => {
  fc.assert(
    fc.property(direction, duration, sigma, (way, length, volatility) => {
      for (const { chancePpm, leastChancePpm, ratePct } of offersFor(way, length, exactly(volatility))) {
        expect(leastChancePpm).toBe(chancePpm)
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
])('at a rate of %i hundredths a chance of %i millionths breaks even', (rate, ppm) => {
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

test('the chances of Up and of Down at the same level sum to 1', () => {
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

test('offers depend only on direction, duration and volatility, not on the user', () => {
  expect(offersFor.length).toBe(3)
  const minute = durationById(110) as Duration
  expect(offersFor('up', minute, exactly(0.00008))).toEqual(offersFor('up', minute, exactly(0.00008)))
})

test('with an estimated deviation, the rate pays for the largest chance within two standard errors, and the margin is a range', () => {
  const error = fc.double({ min: 0.001, max: 0.05, noNaN: true })
  fc.assert(
    fc.property(direction, duration, sigma, error, (way, length, volatility, unsure) => {
      const known = offersFor(way, length, exactly(volatility))
      const estimated = offersFor(way, length, roundedDeviation(volatility, unsure))
      for (const [
        i,
        { barrierPpm, chancePpm, leastChancePpm, ratePct, mostMarginPpm },
      ] of estimated.entries()) {
        const sure = known[i]
        expect(barrierPpm).toBe(sure?.barrierPpm)
        expect(ratePct).toBeLessThanOrEqual(sure?.ratePct ?? 0)
        expect(leastChancePpm <= (sure?.chancePpm ?? 0) && (sure?.chancePpm ?? 0) <= chancePpm).toBe(true)
        expect(mostMarginPpm).toBeGreaterThanOrEqual(MARGIN_PPM)
        for (const off of [-2, -1, 0, 1, 2]) {
          const is = horizonDeviation(volatility * (1 + off * unsure), length)
          const back = chanceBeyond(way, barrierPpm, is) * (1 + ratePct / 100)
          expect(back).toBeLessThanOrEqual(1 - MARGIN_PPM / 1e6 + 1e-6)
          expect(back).toBeGreaterThan(1 - mostMarginPpm / 1e6 - 0.006)
        }
      }
    }),
  )
  const hour = durationById(115) as Duration
  expect(offersFor('up', hour, exactly(0.0001)).map((one) => one.mostMarginPpm)).toEqual([
    40_000, 40_000, 40_000,
  ])
  expect(offersFor('up', hour, roundedDeviation(0.0001, 0.008)).map((one) => one.mostMarginPpm))
    .toMatchInlineSnapshot(`
    [
      40074,
      52322,
      74971,
    ]
  `)
})
