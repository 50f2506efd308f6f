import type { Amount } from '../money/money.ts'

/**
 * Users' results on a coin's orders that ended in one second. They end on one price, so however many they are, they are
 * one observation of the margin.
 */
export interface Observation {
  /** Of Unix time. */
  second: number
  pid: number
  orders: number
  /** Sum of the orders' net results, each in millionths of its stake. */
  resultPpm: bigint
}

/** Sums over observations, each with the mean result of its orders for each unit of the stake. */
export interface RealisedEdge {
  count: number
  sum: number
  square: number
}

/** How many observations count: the newest. */
export const MOST_OBSERVATIONS = 5_000
/** How many standard errors a result may lie above the promised one before it counts. */
const PATIENCE = 3
/** What is left of the house's limit when users gain. */
const LEAST_SHARE_PPM = 100_000
/** Fewer observations say nothing: equal results have no spread. */
const LEAST_COUNT = 100
const MILLION = 1_000_000

/** A finished order's part of an observation. */
export interface Observed {
  pid: number
  /** When its result was fixed. */
  endedAtMs: number
  net: Amount
  stake: Amount
}

/** Results by second and coin, in order of the first of each. Each order's millionths are rounded towards zero. */
export function observationsOf(orders: readonly Observed[]): Observation[] {
  const found = new Map<string, Observation>()
  for (const { pid, endedAtMs, net, stake } of orders) {
    const second = Math.floor(endedAtMs / 1000)
    const name = `${second} ${pid}`
    const one = found.get(name) ?? { second, pid, orders: 0, resultPpm: 0n }
    found.set(name, {
      ...one,
      orders: one.orders + 1,
      resultPpm: one.resultPpm + (net * BigInt(MILLION)) / stake,
    })
  }
  return [...found.values()]
}

/**
 * Share of the house's limit that open orders may use, in millionths. All of it while the margin is earned, within three
 * standard errors; a tenth when even the least that users can have gained is above nothing; in proportion between. `marginPpm` is the smallest that was promised.
 */
export function exposureSharePpm({ count, sum, square }: RealisedEdge, marginPpm: number): number {
  if (count < LEAST_COUNT) return MILLION
  const mean = sum / count
  const error = Math.sqrt(Math.max(0, square / count - mean * mean) / count)
  const surely = (mean - PATIENCE * error) * MILLION
  const lost = Math.min(1, Math.max(0, surely + marginPpm) / marginPpm)
  return Math.round(MILLION - lost * (MILLION - LEAST_SHARE_PPM))
}
