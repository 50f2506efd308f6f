import { assert } from '../assert.ts'
import type { Tick } from '../market/fixing.ts'
import type { Amount } from '../money/money.ts'
import { exactLog, normalCdf } from '../normal.ts'
import { durationById } from './durations.ts'
import { medianVariance, rankLengths } from './median.ts'
import type { Direction } from './terms.ts'

/** Knowledge, at a tick, of the price that will settle an order. */
export interface Standing {
  /** The newest price. */
  price: Amount
  /** Prices in the settlement window so far. */
  known: readonly Amount[]
  /** Ticks of the window to come, and seconds from the newest tick to the first of them. */
  toCome: number
  firstIn: number
}

/** Computes the standing from a product's ticks: those from the window's first second on, and always the newest. */
export function standingOf(
  ticks: readonly Tick[],
  order: { dueAtMs: number; terms: { durationId: number } },
): Standing {
  const newest = ticks.at(-1)
  const duration = durationById(order.terms.durationId)
  assert(newest && duration, 'an order has a known duration, and its value a price')
  const windowFrom = order.dueAtMs - (duration.fixingTicks - 1) * 1000
  const first = Math.max(newest.atMs + 1000, windowFrom)
  return {
    price: newest.price,
    known: ticks.filter((one) => one.atMs >= windowFrom && one.atMs <= order.dueAtMs).map((one) => one.price),
    toCome: Math.max(0, (order.dueAtMs - first) / 1000 + 1),
    firstIn: (first - newest.atMs) / 1000,
  }
}

/** From this far away the window's median is practically normal. */
const FAR_SECONDS = 300

/**
 * Chance that the settlement price passes a level, given the known ticks of its window. The median passes when enough ticks of
 * the window do, so this counts how many future ticks must still pass.
 */
export function chanceToPass(
  direction: Direction,
  level: Amount,
  { price, known, toCome, firstIn }: Standing,
  sigma: number,
): number {
  const passed = known.filter((one) => (direction === 'up' ? one > level : one < level)).length
  const ticks = known.length + toCome
  const lowerMiddle = Math.floor((ticks - 1) / 2)
  const needed = (direction === 'up' ? ticks - lowerMiddle : lowerMiddle + 1) - passed
  if (needed <= 0) return 1
  if (needed > toCome) return 0
  const drift = (sigma / 2) * (firstIn + (toCome - 1) / 2)
  const rise = exactLog(Number(level) / Number(price)) / sigma + drift
  const distance = direction === 'up' ? rise : -rise
  if (known.length === 0 && firstIn >= FAR_SECONDS) {
    return normalCdf(-distance / Math.sqrt(firstIn + medianVariance(toCome)))
  }
  const { at, chances } = rankLengths(toCome, needed)
  const reach = Math.sqrt(firstIn)
  let sum = 0
  for (let i = 0; i < at.length; i++) {
    sum += (chances[i] as number) * normalCdf(((at[i] as number) - distance) / reach)
  }
  return Math.min(1, sum)
}
