import { describe, expect, test } from 'vitest'
import { DURATIONS } from '../durations.ts'
import { normalCdf } from '../../normal.ts'
import { PRODUCTS, type Product } from '../../market/products.ts'
import { deviationOf, priceAt, pricesOn } from '../../market/simulated/prices.ts'
import { runs } from '../../runs.testing.ts'
import { allWorths, drawnWindows, worthAt } from './expectation.testing.ts'
import { averageOf, sceneAt, turn } from './play.testing.ts'
import { die, FIRST_DAY, quickWorld } from './quickWorld.testing.ts'
import { STRATEGIES } from './strategies.testing.ts'

const SHAPES = runs(6_000, 600_000)
const BOARDS = runs(1_000, 10_000)
const TURNS = runs(1_500, 100_000)
const LAW = runs(20_000, 2_000_000)
const PATIENCE = runs(300_000, 3_600_000)
const NORMAL_99 = 2.33

/** A second within the first two years, more than a day after the beginning. */
function someSecond(random: () => number): number {
  return (FIRST_DAY + 2) * 86_400 + Math.floor(random() * 730 * 86_400)
}

test(
  'every offer of 1,000 boards costs between 3.9 and 4.7 % of the stake, and the best of 10,000 more than 2 %',
  { timeout: PATIENCE },
  () => {
    const offers = allWorths(drawnWindows(quickWorld(1), SHAPES))
    expect(offers).toHaveLength(PRODUCTS.length * DURATIONS.length * 6)
    const noise = 4 * Math.max(...offers.map((one) => one.error))
    const world = quickWorld(2)
    const random = die(1)
    let [worst, best] = [0, -1]
    for (let board = 0; board < BOARDS; board++) {
      const second = someSecond(random)
      const prices = new Map(PRODUCTS.map((one) => [one.pid, priceAt(world, one, second)]))
      for (const offer of offers) {
        const worth = worthAt(offer, prices.get(offer.product.pid) ?? 0n)
        if (worth < worst) worst = worth
        if (worth > best) best = worth
      }
    }
    expect(worst).toBeGreaterThan(-0.047 - noise)
    expect(best).toBeLessThan(-0.039 + noise)
    expect(best).toBeLessThan(-0.02)
  },
)

/** Two years of one world have too few midnights and days for more independent samples. */
const FROM_ONE_WORLD = 2_000

/** Thresholds, in deviations on either side, beyond which shares are compared. */
const BEYOND = [-1.5, -0.84, -0.39, 0, 0.39, 0.84, 1.5]

describe('the market’s own code draws the walk that prices assume', () => {
  const random = die(7)
  test.each([
    ['any time of the day', 60, someSecond],
    ['any time of the day', 900, someSecond],
    ['any time of the day', 86_400, someSecond],
    ['across midnight', 60, (roll: () => number) => Math.floor(someSecond(roll) / 86_400) * 86_400 - 30],
    ['after midnight', 900, (roll: () => number) => Math.floor(someSecond(roll) / 86_400) * 86_400 + 1],
    ['across a block of days', 86_400, () => (FIRST_DAY + 4_096) * 86_400 - 40_000],
  ])('%s, over %i s', { timeout: PATIENCE }, (_, seconds, moment) => {
    const isSeam = moment.length === 0
    let world = quickWorld(3)
    const moves = Array.from({ length: isSeam ? LAW / 20 : LAW }, (__, i) => {
      if (i % FROM_ONE_WORLD === 0) world = quickWorld(3 + i / FROM_ONE_WORLD)
      const product = PRODUCTS[i % PRODUCTS.length] as Product
      const from = moment(random)
      const [a, b] = pricesOn(isSeam ? quickWorld(100 + i, [product]) : world, product, [
        from,
        from + seconds,
      ])
      const sigma = deviationOf(product) * Math.sqrt(seconds)
      return Math.log(Number(b) / Number(a)) / sigma + sigma / 2
    })
    const variance = moves.reduce((sum, one) => sum + one * one, 0) / moves.length
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / moves.length))
    for (const beyond of BEYOND) {
      const share = moves.filter((one) => one < beyond).length / moves.length
      const exact = normalCdf(beyond)
      expect(Math.abs(share - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / moves.length))
    }
  })
})

test('there are more than twenty strategies', () => {
  expect(Object.keys(STRATEGIES).length).toBeGreaterThan(20)
})

test.each(Object.entries(STRATEGIES))(
  'no gain: %s',
  { timeout: PATIENCE },
  (name, { play, moment, isFresh }) => {
    const random = die(name.length * 31)
    const world = quickWorld(name.length)
    const results = Array.from({ length: TURNS }, (_, i) => {
      const second = moment?.(someSecond(random)) ?? someSecond(random)
      const own = isFresh ? quickWorld(1_000 + i) : world
      return turn(own, play, sceneAt(own, second, random, PRODUCTS))
    })
    const { mean, error } = averageOf(results)
    expect(mean - NORMAL_99 * error).toBeLessThan(0)
    // The true average is that of the offers and bids taken; a much better one would show.
    if (TURNS >= 100_000) expect(mean + NORMAL_99 * error).toBeLessThan(0)
    expect(mean).toBeGreaterThan(-0.13 - 4 * error)
  },
)
