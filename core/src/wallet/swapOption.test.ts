import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PRODUCTS } from '../market/products.ts'
import { masterWorld, pricesBetween } from '../market/simulated/prices.ts'
import { CURRENCIES, type Currency } from '../money/currencies.ts'
import { ONE, shareFloor, type Amount } from '../money/money.ts'
import { runs } from '../runs.testing.ts'
import { decideQuoted, SWAP_QUOTE_LIFE_MS, swapRates, swapReceives } from './swaps.ts'

/*
 * A quote is an option: its holder may wait and swap only when that pays. These tests take a quote every second in every pair, on
 * the simulated market's own prices.
 */

const FIRST_DAY = 20_778
const WORLD = masterWorld(new Uint8Array(32).fill(42), FIRST_DAY, (data) => hash('sha256', data, 'buffer'))
const START = FIRST_DAY * 86_400
/** The last tick at which a quote can be valid: one taken late in its second survives two later ticks. */
const LAST_TICK = SWAP_QUOTE_LIFE_MS / 1000
const PAIRS = CURRENCIES.flatMap((source) =>
  CURRENCIES.filter((target) => target !== source).map((target) => [source, target] as const),
).filter(([source, target]) => source.pid !== null || target.pid !== null)
const SECONDS = Math.ceil(runs(20_000, 1_000_000) / PAIRS.length)
/** In 1e-8 USDT, one for each second. */
const TRACKS = new Map(CURRENCIES.map((one) => [one, trackOf(one)]))

test(`a bot that sees every tick of its quote before it decides gains nothing in ${SECONDS * PAIRS.length} swaps`, () => {
  let total = 0n
  let swaps = 0
  let best = -ONE
  for (const { gains } of everyQuote()) {
    swaps++
    const gain = gains.reduce((most, one) => (one > most ? one : most), -ONE)
    total += gain
    best = gain > best ? gain : best
  }
  expect(swaps).toBe(SECONDS * PAIRS.length)
  // In 1e-8 of the swapped amount: not one swap gains, even when chosen with hindsight.
  expect(Number(best) / 1e8).toBeLessThan(-0.0004)
  expect(Number(total) / swaps / 1e8).toBeLessThan(-0.0006)
})

test('an honest swap, at any moment of its quote, gets at least its preview in 99 of 100 cases, in every pair', () => {
  const paid = new Map<string, number>()
  for (const { pair, isPaid } of everyQuote()) {
    // The quote is taken and used at any moment of a second: no tick passes in a quarter, two pass in a quarter.
    const share = isPaid.reduce((sum, one, ticks) => sum + (one ? (TICK_CHANCE[ticks] ?? 0) : 0), 0)
    paid.set(pair, (paid.get(pair) ?? 0) + share)
  }
  const least = Math.min(...[...paid.values()].map((sum) => sum / SECONDS))
  expect(least).toBeGreaterThan(0.99)
})

const TICK_CHANCE = [0.25, 0.5, 0.25]

interface QuoteRun {
  pair: string
  /** Gain of a swap at each of the next ticks, in 1e-8 of the given value; -1 when refused. */
  gains: Amount[]
  /** Whether the swap would get at least its preview at that tick. */
  isPaid: boolean[]
}

function* everyQuote(): Generator<QuoteRun> {
  for (const [source, target] of PAIRS) {
    const [from, to] = [TRACKS.get(source) ?? [], TRACKS.get(target) ?? []]
    for (let second = 0; second < SECONDS; second++) {
      const run: QuoteRun = { pair: `${source.code}-${target.code}`, gains: [], isPaid: [] }
      const quoted = amountAt(from, to, second)
      for (let tick = 0; tick <= LAST_TICK; tick++) {
        const present = amountAt(from, to, second + tick)
        const paid = decideQuoted(present, quoted)
        const amount = paid.ok ? (paid.value === 'present' ? present : quoted) : null
        run.isPaid.push(amount !== null && amount >= quoted)
        run.gains.push(amount === null ? -ONE : gainOf(amount, from, to, second + tick))
      }
      yield run
    }
  }
}

/** A large sum, so that rounding to 1e-8 does not count. */
const GIVEN = 1_000_000n * ONE

function amountAt(from: readonly Amount[], to: readonly Amount[], second: number): Amount {
  const rates = swapRates(from[second] ?? 0n, to[second] ?? 0n)
  return rates ? swapReceives(GIVEN, rates) : 0n
}

/** Received less given amount, both valued at the index of that second. */
function gainOf(received: Amount, from: readonly Amount[], to: readonly Amount[], second: number): Amount {
  return shareFloor(received, (to[second] ?? 0n) * ONE, (from[second] ?? 1n) * GIVEN) - ONE
}

function trackOf({ pid }: Currency): Amount[] {
  const end = START + SECONDS + LAST_TICK
  const product = PRODUCTS.find((one) => one.pid === pid)
  return product
    ? pricesBetween(WORLD, product, START, end, 1)
    : Array.from({ length: SECONDS + LAST_TICK + 1 }, () => ONE)
}
