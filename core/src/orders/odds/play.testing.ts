import { roundedDeviation } from '../../market/deviation.ts'
import { exitFixing, type Tick } from '../../market/fixing.ts'
import { ONE } from '../../money/money.ts'
import type { Duration } from '../durations.ts'
import { CLOSE_UNTIL_S, liveValue, settle, settleClosed, sumsFor, type LiveValue } from '../orders.ts'
import { MARGIN_PPM, offersFor } from '../pricing.ts'
import { standingOf } from '../standing.ts'
import type { Direction, Terms } from '../terms.ts'
import type { Product } from '../../market/products.ts'
import { deviationOf, priceAt, pricesBetween, type PriceSeed } from '../../market/simulated/prices.ts'

/** A player's view: the clock, and every price up to now. The world itself is hidden in `priceOf`. */
export interface Scene {
  now: number
  random: () => number
  products: readonly Product[]
  /** Prices of seconds from `from` to `to`; throws for a future second. */
  prices(product: Product, from: number, to: number, step?: number): number[]
}

/** An order that a strategy places now, and when it would close it early. */
export interface Play {
  product: Product
  duration: Duration
  direction: Direction
  range: number
  /** This order's part of the stake; the parts of one turn sum to 1. */
  part?: number
  /** Seconds before the due second at which the player looks at the bid, latest last. */
  looks?: readonly number[]
  /** Whether the player takes the bid, given the earlier one (valid for 5 s while the present bid is at least 98 % of it). */
  takes?: (value: LiveValue, seen: readonly LiveValue[], stake: bigint) => boolean
  /** Takes an earlier bid of the last 5 s, when the rules still allow it. */
  takesOlder?: boolean
}

export type Strategy = (scene: Scene) => readonly Play[]

const STAKE = 100n * ONE

/** Net result of one turn per unit of stake, by the rules and the market's own code. */
export function turn(world: PriceSeed, strategy: Strategy, scene: Scene): number {
  let net = 0
  for (const play of strategy(scene)) net += (play.part ?? 1) * played(world, play, scene.now)
  return net
}

/** A scene on a world at a second. */
export function sceneAt(
  world: PriceSeed,
  now: number,
  random: () => number,
  products: readonly Product[],
): Scene {
  return {
    now,
    random,
    products,
    prices(product, from, to, step = 1) {
      if (to > now) throw new Error('the future is not known')
      return pricesBetween(world, product, from, to, step).map(Number)
    },
  }
}

/** Accepted within this second, so the entry tick is the next one. */
function played(world: PriceSeed, play: Play, now: number): number {
  const { product, duration, direction, range } = play
  const deviation = roundedDeviation(deviationOf(product), 0)
  const offer = offersFor(direction, duration, deviation)[range]
  if (!offer) throw new Error('there are three ranges')
  const { barrierPpm, ratePct, chancePpm } = offer
  const terms: Terms = {
    pid: product.pid,
    durationId: duration.id,
    direction,
    barrierPpm,
    ratePct,
    chancePpm,
    marginPpm: MARGIN_PPM,
  }
  const sums = sumsFor(STAKE, ratePct)
  const entryAt = now + 1
  const entry = priceAt(world, product, entryAt)
  const dueAt = entryAt + duration.seconds
  const seen: LiveValue[] = []
  for (const left of play.looks ?? []) {
    if (left <= CLOSE_UNTIL_S || left >= duration.seconds) continue
    const from = Math.min(dueAt - duration.fixingTicks + 1, dueAt - left)
    const standing = standingOf(ticksOf(world, product, from, dueAt - left), { dueAtMs: dueAt * 1000, terms })
    const value = liveValue(terms, sums, entry, standing, deviation)
    if (play.takes?.(value, seen, STAKE)) {
      const older = seen.at(-1)
      const stands = play.takesOlder && older && value.bid * 100n >= older.bid * 98n
      const bid = stands && older.bid > value.bid ? older.bid : value.bid
      return Number(settleClosed(sums, bid).net) / Number(STAKE)
    }
    seen.push(value)
  }
  const exit = exitFixing(ticksOf(world, product, dueAt - duration.fixingTicks + 1, dueAt), {
    dueAtMs: dueAt * 1000,
    fixingTicks: duration.fixingTicks,
  })
  return Number(settle(terms, sums, entry, exit.ok ? exit.tick.price : null).net) / Number(STAKE)
}

function ticksOf(world: PriceSeed, product: Product, from: number, to: number): Tick[] {
  return pricesBetween(world, product, from, to, 1).map((price, i) => ({
    seq: i + 1,
    atMs: (from + i) * 1000,
    price,
  }))
}

/** Average and standard error of many turns. */
export function averageOf(results: readonly number[]): { mean: number; error: number } {
  const mean = results.reduce((sum, one) => sum + one, 0) / results.length
  const variance = results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / results.length
  return { mean, error: Math.sqrt(variance / results.length) }
}
