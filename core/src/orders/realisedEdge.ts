import type { Amount } from '../money/money.ts'

/**
 * Users' results on a coin's orders that ended in one second. They share one price, so together they are one observation of the
 * margin.
 */
export interface Observation {
  /** Unix time. */
  second: number
  pid: number
  orders: number
  /** Sum of the orders' net results, each in millionths of its stake. */
  resultPpm: bigint
}

/** Sums over observations; an observation's value is the mean result of its orders per unit of stake. */
export interface RealisedEdge {
  count: number
  sum: number
  square: number
}

/** Only this many of the newest observations count. */
export const MOST_OBSERVATIONS = 5_000
/** Standard errors by which a result may exceed the promised one before the limit shrinks. */
const PATIENCE = 3
/** The least share of the house's limit, in millionths, used when users gain. */
const LEAST_SHARE_PPM = 100_000
/** Fewer observations are ignored: equal results have no spread. */
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

/** Groups results by second and coin, in order of first appearance. Each order's millionths are rounded towards zero. */
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
 * Share of the house's limit that open orders may use, in millionths: all of it while the margin is earned within three standard
 * errors, a tenth when users gain even at the lower bound of the estimate, and linear in between. `marginPpm` is the smallest
 * promised margin.
 */
export function exposureSharePpm({ count, sum, square }: RealisedEdge, marginPpm: number): number {
  if (count < LEAST_COUNT) return MILLION
  const mean = sum / count
  const error = Math.sqrt(Math.max(0, square / count - mean * mean) / count)
  const surely = (mean - PATIENCE * error) * MILLION
  const lost = Math.min(1, Math.max(0, surely + marginPpm) / marginPpm)
  return Math.round(MILLION - lost * (MILLION - LEAST_SHARE_PPM))
}
