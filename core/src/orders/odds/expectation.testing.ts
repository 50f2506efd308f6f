import { roundedDeviation } from '../../market/deviation.ts'
import { exitFixing, type Tick } from '../../market/fixing.ts'
import { SCALE } from '../../money/money.ts'
import { normalCdf } from '../../normal.ts'
import { DURATIONS, type Duration } from '../durations.ts'
import { winningLevel } from '../orders.ts'
import { offersFor, type OddsOffer } from '../pricing.ts'
import type { Direction } from '../terms.ts'
import { PRODUCTS, type Product } from '../../market/products.ts'
import { decimalsAt, deviationOf, pricesBetween, type PriceSeed } from '../../market/simulated/prices.ts'
import { averageOf } from './play.testing.ts'
import { die, FIRST_DAY } from './quickWorld.testing.ts'

/** An offer with its expectation. */
export interface Worth {
  product: Product
  duration: Duration
  direction: Direction
  range: number
  offer: OddsOffer
  /** Average result of an order for each unit of its stake, and its standard error. */
  expectation: number
  error: number
}

/** Medians of settlement windows relative to their first tick, in deviations: the averages of `GROUPS` equal groups. */
export interface Windows {
  medians: ReadonlyMap<number, readonly number[]>
  count: number
}

const GROUPS = 100

/** Draws `count` windows of each length with the market's own code, from all coins in turn. */
export function drawnWindows(world: PriceSeed, count: number): Windows {
  const lengths = [...new Set(DURATIONS.map((one) => one.fixingTicks))]
  return { medians: new Map(lengths.map((ticks) => [ticks, groupsOf(world, ticks, count)])), count }
}

function groupsOf(world: PriceSeed, fixingTicks: number, count: number): number[] {
  const random = die(fixingTicks)
  const medians = Array.from({ length: count }, (_, i) => {
    const product = PRODUCTS[i % PRODUCTS.length] as Product
    const from = (FIRST_DAY + 1) * 86_400 + Math.floor(random() * 86_400 * 365)
    const ticks: Tick[] = pricesBetween(world, product, from, from + fixingTicks - 1, 1).map((price, k) => ({
      seq: k + 1,
      atMs: (from + k) * 1000,
      price,
    }))
    const exit = exitFixing(ticks, { dueAtMs: (from + fixingTicks - 1) * 1000, fixingTicks })
    const median = exit.ok ? exit.tick.price : 0n
    return Math.log(Number(median) / Number(ticks[0]?.price)) / deviationOf(product)
  }).toSorted((a, b) => a - b)
  const size = Math.floor(count / GROUPS)
  return Array.from(
    { length: GROUPS },
    (_, i) => medians.slice(i * size, (i + 1) * size).reduce((sum, one) => sum + one, 0) / size,
  )
}

/**
 * Expectation of every offer of a product and duration, by conditional expectation: the market's own code draws the window's
 * shape and its mirror image; the path to the window's first tick is integrated.
 */
export function worths({ medians, count }: Windows, product: Product, duration: Duration): Worth[] {
  const sigma = deviationOf(product)
  const shapes = medians.get(duration.fixingTicks) ?? []
  const free = duration.seconds - duration.fixingTicks + 1
  return (['up', 'down'] as const).flatMap((direction) =>
    offersFor(direction, duration, roundedDeviation(sigma, 0)).map((offer, range) => {
      const sign = direction === 'up' ? 1 : -1
      const level = Math.log(1 + (sign * offer.barrierPpm) / 1e6)
      const drift = (sigma * sigma * duration.seconds) / 2
      const chanceOf = (median: number) =>
        normalCdf((sign * (sigma * median - level - drift)) / (sigma * Math.sqrt(free)))
      const chances = shapes.map((median) => (chanceOf(median) + chanceOf(-median)) / 2)
      const { mean, error } = averageOf(chances)
      const back = 1 + offer.ratePct / 100
      const exact = back * error * Math.sqrt(shapes.length / count)
      return { product, duration, direction, range, offer, expectation: mean * back - 1, error: exact }
    }),
  )
}

/** Every offer of the market: 16 coins, 8 durations, 2 directions, 3 ranges. */
export function allWorths(windows: Windows): Worth[] {
  return PRODUCTS.flatMap((product) => DURATIONS.flatMap((duration) => worths(windows, product, duration)))
}

/**
 * Expectation of an offer at an entry price when prices have steps: the settlement price must reach the first winning step, less
 * half a step before rounding; on the entry's own step the stake is returned.
 */
export function worthAt({ product, duration, direction, offer, expectation }: Worth, entry: bigint): number {
  const step = 10 ** (SCALE - decimalsAt(product, Number(entry) / 1e8))
  const level = Number(winningLevel(direction, offer.barrierPpm, entry))
  const sign = direction === 'up' ? 1 : -1
  const wins =
    direction === 'up' ? (Math.floor(level / step) + 1) * step : (Math.ceil(level / step) - 1) * step
  const exact = Number(entry) * (1 + (sign * offer.barrierPpm) / 1e6)
  const shift = (sign * (wins - (sign * step) / 2 - exact)) / Number(entry)
  const sigma = deviationOf(product) * Math.sqrt(duration.seconds)
  const back = 1 + offer.ratePct / 100
  const z = Math.log(exact / Number(entry)) / sigma
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / sigma
  const tie = offer.barrierPpm === 0 ? (density * step) / Number(entry) : 0
  return expectation - back * density * shift + tie
}
