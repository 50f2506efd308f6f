import type { Sha256 } from '../../crypto.ts'
import type { RevealEntry, TickEntry } from '../../log/log.ts'
import type { Product } from '../products.ts'
import type { DayFacts, PriceSeed } from './prices.ts'
import { assert } from '../../assert.ts'
import { asciiBytes, bytesOfHex, hexOf } from '../../bytes.ts'
import { canonicalText } from '../../canonical.ts'
import { PRODUCTS } from '../products.ts'
import { dayAt, dayName, dayOfName, pricesOn } from './prices.ts'

/** The data published after a day's end: everything that determines its prices. */
export type DayReveal = Pick<RevealEntry, 'day' | 'seed' | 'levels'>

export type DayProblem =
  | { problem: 'not_as_committed' }
  | { problem: 'outside_the_day' | 'unknown_product' | 'wrong_price'; seq: number }

export function dayReveal(facts: DayFacts): DayReveal {
  const levels: Record<string, [string, string]> = {}
  for (const [pid, [open, close]] of facts.levels) levels[pid] = [levelText(open), levelText(close)]
  return { day: dayName(facts.day), seed: hexOf(facts.seed), levels }
}

/** SHA-256, in hex, of the canonical reveal: published before the day starts. */
export function dayCommitment(reveal: DayReveal, sha256: Sha256): string {
  const { day, seed, levels } = reveal
  return hexOf(sha256(asciiBytes(canonicalText({ day, levels, seed }))))
}

/**
 * Checks the reveal against its commitment, then recomputes the day and compares any number of its ticks (in log order). A
 * product may be missing from a tick, but every price in it must equal the computed one.
 */
export function checkDay(
  reveal: DayReveal,
  commitment: string,
  ticks: readonly TickEntry[],
  sha256: Sha256,
  products: readonly Product[] = PRODUCTS,
): { ok: true; prices: number } | ({ ok: false } & DayProblem) {
  const facts = factsOf(reveal)
  if (!facts || dayCommitment(reveal, sha256) !== commitment)
    return { ok: false, problem: 'not_as_committed' }
  const world: PriceSeed = { sha256, dayFacts: () => facts }
  for (const [i, tick] of ticks.entries()) {
    const early = i > 0 && tick.at <= (ticks[i - 1] as TickEntry).at
    if (early || dayAt(tick.at) !== facts.day) {
      return { ok: false, problem: 'outside_the_day', seq: tick.seq }
    }
    const stranger = Object.keys(tick.prices).find((pid) => !products.some((one) => String(one.pid) === pid))
    if (stranger !== undefined) return { ok: false, problem: 'unknown_product', seq: tick.seq }
  }
  let prices = 0
  for (const product of products) {
    const priced = ticks.filter((tick) => Object.hasOwn(tick.prices, product.pid))
    if (priced.length > 0 && !facts.levels.has(product.pid)) {
      return { ok: false, problem: 'unknown_product', seq: (priced[0] as TickEntry).seq }
    }
    const drawn = pricesOn(
      world,
      product,
      priced.map((tick) => tick.at / 1000),
    )
    const wrong = priced.find((tick, i) => tick.prices[product.pid] !== String(drawn[i]))
    if (wrong) return { ok: false, problem: 'wrong_price', seq: wrong.seq }
    prices += priced.length
  }
  return { ok: true, prices }
}

/** The facts of a revealed day; null when the reveal is invalid. */
export function factsOf(reveal: DayReveal): DayFacts | null {
  const day = dayOfName(reveal.day)
  const seed = bytesOfHex(reveal.seed)
  if (day === null || seed?.length !== 32) return null
  const levels = new Map<number, readonly [number, number]>()
  for (const [pid, [open, close]] of Object.entries(reveal.levels)) {
    const ends = [Number(open), Number(close)] as const
    if (!ends.every(Number.isSafeInteger)) return null
    levels.set(Number(pid), ends)
  }
  return { day, seed, levels }
}

function levelText(level: number): string {
  assert(Number.isSafeInteger(level), 'levels are whole')
  return String(level === 0 ? 0 : level)
}
