import type { Bridge } from './brownianBridge.ts'
import type { Sha256 } from '../../crypto.ts'
import type { Product } from '../products.ts'
import { assert } from '../../assert.ts'
import { exactExp } from '../../normal.ts'
import { bridgeValues, hashedNoise, middleOf, middlePlaces, middleValue } from './brownianBridge.ts'
import { asciiBytes, concat } from '../../bytes.ts'
import { ONE, SCALE } from '../../money/money.ts'
import { PRODUCTS } from '../products.ts'

/*
 * The simulated index: geometric Brownian motion as a pure function of seeds, product and second. Price = base x e^level. The
 * level is 0 at the first midnight of an installation. After that the price is a martingale: the level drifts down by half of the
 * variance, so that the expected price is the present one. Before it the same walk runs backwards, without drift. Levels at
 * midnights are Brownian bridges over blocks of 4096 days, whose ends are also a walk. Levels within a day are a bridge between
 * its two midnights, drawn from that day's own seed: revealing one day's seed reveals no other day.
 */

/**
 * The inputs of one day. Levels at its first and last instant are logarithms in whole units of 1e-12, by product id.
 */
export interface DayFacts {
  day: number
  seed: Uint8Array
  levels: ReadonlyMap<number, readonly [open: number, close: number]>
}

/** Source of prices: every day with the master seed, or only revealed days without it. */
export interface PriceSeed {
  sha256: Sha256
  /** Facts of a day, counted from 1970-01-01 in UTC. */
  dayFacts(day: number): DayFacts
}

export const DAY_SECONDS = 86_400
const LEVEL_UNIT = 1e12
const BLOCK_DAYS = 4096
const KEPT_DAYS = 4096

/**
 * The prices of a 32-byte master seed, with each product at its base price when `firstDay` begins. Caches its results;
 * they depend only on the arguments.
 */
export function masterWorld(
  master: Uint8Array,
  firstDay: number,
  sha256: Sha256,
  products: readonly Product[] = PRODUCTS,
): PriceSeed {
  const days = new Map<number, DayFacts>()
  const levelAt = midnightLevels(master, firstDay, sha256)
  function dayFacts(day: number): DayFacts {
    const known = days.get(day)
    if (known) return known
    if (days.size >= KEPT_DAYS) days.clear()
    const seed = hmac(master, `day ${dayName(day)}`, sha256)
    const levels = new Map(
      products.map((one) => [one.pid, [levelAt(one, day), levelAt(one, day + 1)] as const]),
    )
    const facts = { day, seed, levels }
    days.set(day, facts)
    return facts
  }
  return { sha256, dayFacts }
}

/** Index price of a product at a second since 1970, in 1e-8 USDT, a multiple of its step at that price. */
export function priceAt(world: PriceSeed, product: Product, second: number): bigint {
  return pricesOn(world, product, [second])[0] as bigint
}

/** Prices at `from`, `from + step`, ... up to `to`: the same values as `priceAt`, at a fraction of the cost. */
export function pricesBetween(
  world: PriceSeed,
  product: Product,
  from: number,
  to: number,
  step: number,
): bigint[] {
  assert(Number.isInteger(step) && step > 0, 'a step is a positive number of seconds')
  const seconds: number[] = []
  for (let second = from; second <= to; second += step) seconds.push(second)
  return pricesOn(world, product, seconds)
}

/** A price and its second since 1970. */
export interface Sample {
  second: number
  price: bigint
}

/**
 * Prices from one second to another, both included, at most `apart` seconds apart, at those seconds of each day that cost
 * least: the first halvings of its bridge. The same second has the same price whatever the stretch.
 */
export function pricesOfPath(
  world: PriceSeed,
  product: Product,
  from: number,
  to: number,
  apart: number,
): Sample[] {
  assert(apart >= 1, 'prices are at least a second apart')
  const seconds: number[] = []
  for (let midnight = Math.floor(from / DAY_SECONDS) * DAY_SECONDS; midnight <= to; midnight += DAY_SECONDS) {
    const places = middlePlaces(0, DAY_SECONDS, apart, from - midnight, to - midnight)
    for (const place of places) seconds.push(midnight + place)
  }
  return pricesOn(world, product, seconds).map((price, i) => ({ second: seconds[i] as number, price }))
}

/** Prices at whole seconds, given in rising order. */
export function pricesOn(world: PriceSeed, product: Product, seconds: readonly number[]): bigint[] {
  const prices: bigint[] = []
  for (let i = 0; i < seconds.length;) {
    const day = Math.floor((seconds[i] as number) / DAY_SECONDS)
    assert(Number.isInteger(seconds[i]) && day >= 0, 'the index begins in 1970, on whole seconds')
    const places: number[] = []
    for (; i < seconds.length && (seconds[i] as number) < (day + 1) * DAY_SECONDS; i++) {
      places.push((seconds[i] as number) - day * DAY_SECONDS)
    }
    for (const level of bridgeValues(dayBridge(world, product, day), places))
      prices.push(priceOf(product, level))
  }
  return prices
}

/**
 * Simulated turnover (USDT) and volume (coins) of the 24 h before a second, in 1e-8 units: smooth, for display only.
 */
export function tradedDay(
  product: Product,
  second: number,
  price: bigint,
  sha256: Sha256,
): { turnover: bigint; volume: bigint } {
  const knot = Math.floor(second / TRADED_KNOT)
  const way = (second - knot * TRADED_KNOT) / TRADED_KNOT
  const ease = way * way * (3 - 2 * way)
  const from = tradedKnot(product, knot, sha256)
  const share = from + (tradedKnot(product, knot + 1, sha256) - from) * ease
  const turnover = BigInt(Math.round(product.dailyTurnover * (0.75 + share / 2))) * ONE
  return { turnover, volume: (turnover * ONE) / price }
}

/** The day in UTC of a moment, ms since 1970. */
export function dayAt(ms: number): number {
  return Math.floor(ms / 1000 / DAY_SECONDS)
}

/** Name of a day in UTC: 0 is "1970-01-01". */
export function dayName(day: number): string {
  return new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)
}

/** The day with that name; null when the date does not exist. */
export function dayOfName(name: string): number | null {
  const day = Date.parse(`${name}T00:00:00Z`) / (DAY_SECONDS * 1000)
  return Number.isInteger(day) && day >= 0 && dayName(day) === name ? day : null
}

/** The simulated market's standard deviation of one second's log return, the same at any time of any day. */
export function deviationOf(product: Product): number {
  return product.dailyVolatility / Math.sqrt(DAY_SECONDS)
}

function dayBridge(world: PriceSeed, product: Product, day: number): Bridge {
  const { seed, levels } = world.dayFacts(day)
  const ends = levels.get(product.pid)
  assert(ends, `the day has levels of product ${product.pid}`)
  return {
    lo: 0,
    hi: DAY_SECONDS,
    from: ends[0] / LEVEL_UNIT,
    to: ends[1] / LEVEL_UNIT,
    sigma: deviationOf(product),
    noise: hashedNoise(seed, product.pid, world.sha256),
  }
}

function priceOf(product: Product, level: number): bigint {
  const price = Number(product.base) * exactExp(level)
  const decimals = decimalsAt(product, price)
  const steps = Math.round(price * 10 ** decimals)
  return BigInt(Math.max(steps, 1)) * (UNITS[decimals] as bigint)
}

/** Units of 1e-8 in a step, by its decimal places. Precomputed: a bigint power costs more than the rest of a price. */
const UNITS = Array.from({ length: SCALE + 1 }, (_, decimals) => 10n ** BigInt(SCALE - decimals))

/** Decimal places of a tick at a price in USDT: one more after a coin has halved, and one more for each further factor of ten. */
export function decimalsAt({ base, decimals }: Product, price: number): number {
  let places = decimals
  for (let lost = price * 2; places < SCALE && lost < Number(base); lost *= 10) places++
  return places
}

/** Levels at midnights. Each midnight of a block is the middle of exactly one node, so nodes are cached by day. */
function midnightLevels(
  master: Uint8Array,
  firstDay: number,
  sha256: Sha256,
): (product: Product, day: number) => number {
  const known = new Map<number, Map<number, number>>()
  const seeds = new Map<number, Uint8Array>()
  const ends = blockEnds(master, sha256)
  return (product, day) => {
    const distance = day - firstDay
    const block = Math.floor(distance / BLOCK_DAYS)
    const place = distance - block * BLOCK_DAYS
    const slot = block * 65_536 + product.pid
    const values =
      known.get(slot) ??
      new Map([
        [0, ends(product, block)],
        [BLOCK_DAYS, ends(product, block + 1)],
      ])
    known.set(slot, values)
    if (!values.has(place)) {
      const seed = seeds.get(block) ?? hmac(master, `block ${block}`, sha256)
      seeds.set(block, seed)
      descend(product, seed, sha256, place, values)
    }
    const fall = (Math.max(distance, 0) * product.dailyVolatility ** 2) / 2
    return Math.round(((values.get(place) as number) - fall) * LEVEL_UNIT)
  }
}

/** Levels at the boundaries of blocks: 0 at block 0, and a walk in both directions. */
function blockEnds(master: Uint8Array, sha256: Sha256): (product: Product, block: number) => number {
  const seed = hmac(master, 'blocks', sha256)
  return (product, block) => {
    const noise = hashedNoise(seed, product.pid, sha256)
    let sum = 0
    for (let i = 0; i < block; i++) sum += noise(i, 1)
    for (let i = 0; i > block; i--) sum += noise(-i, 0)
    return product.dailyVolatility * Math.sqrt(BLOCK_DAYS) * sum
  }
}

/** Computes the nodes on the way down to a position in a block. */
function descend(
  product: Product,
  seed: Uint8Array,
  sha256: Sha256,
  place: number,
  values: Map<number, number>,
): void {
  const path = { sigma: product.dailyVolatility, noise: hashedNoise(seed, product.pid, sha256) }
  let lo = 0
  let hi = BLOCK_DAYS
  while (!values.has(place)) {
    const at = middleOf(lo, hi)
    const [from, to] = [values.get(lo) as number, values.get(hi) as number]
    if (!values.has(at)) values.set(at, middleValue(lo, hi, from, to, path))
    if (place < at) hi = at
    else lo = at
  }
}

const TRADED_KNOT = 6 * 3600

/** A value in [0, 1) for each six hours of a product. */
function tradedKnot(product: Product, knot: number, sha256: Sha256): number {
  const hash = sha256(asciiBytes(`traded ${product.pid} ${knot}`))
  return ((hash[0] as number) * 256 + (hash[1] as number)) / 65_536
}

/** HMAC-SHA-256 (RFC 2104) of a label under a 32-byte key. */
function hmac(key: Uint8Array, label: string, sha256: Sha256): Uint8Array {
  assert(key.length === 32, 'the master seed has 32 bytes')
  const inner = new Uint8Array(64).fill(0x36)
  const outer = new Uint8Array(64).fill(0x5c)
  for (const [i, byte] of key.entries()) {
    inner[i] = byte ^ 0x36
    outer[i] = byte ^ 0x5c
  }
  return sha256(concat(outer, sha256(concat(inner, asciiBytes(label)))))
}
