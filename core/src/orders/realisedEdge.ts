import type { Amount } from '../money/money.ts'
import { MARGIN_PPM } from './pricing.ts'

/** Users' results on orders that were priced with an estimated deviation: sums that fade with each new order. */
export interface RealisedEdge {
  count: number
  /** Of net results for each unit of the stake. */
  sum: number
  square: number
}

export const NO_ORDERS: RealisedEdge = { count: 0, sum: 0, square: 0 }
/** An order of this many orders ago counts for a third. */
const MEMORY = 5_000
/** How many standard errors a result may lie above the promised one before it counts. */
const PATIENCE = 3
/** What is left of the house's limit when users gain. */
const LEAST_SHARE_PPM = 100_000
/** Fewer orders say nothing: equal results have no spread. */
const LEAST_COUNT = 100
const MILLION = 1_000_000

export function edgeAfter(edge: RealisedEdge, net: Amount, stake: Amount): RealisedEdge {
  const result = Number(net) / Number(stake)
  const keep = 1 - 1 / MEMORY
  return {
    count: edge.count * keep + 1,
    sum: edge.sum * keep + result,
    square: edge.square * keep + result * result,
  }
}

/**
 * Share of the house's limit that open orders may use, in millionths. All of it while the margin is earned, within three
 * standard errors; a tenth when even the least that users can have gained is above nothing; in proportion between.
 */
export function exposureSharePpm({ count, sum, square }: RealisedEdge): number {
  if (count < LEAST_COUNT) return MILLION
  const mean = sum / count
  const error = Math.sqrt(Math.max(0, square / count - mean * mean) / count)
  const surely = (mean - PATIENCE * error) * MILLION
  const lost = Math.min(1, Math.max(0, surely + MARGIN_PPM) / MARGIN_PPM)
  return Math.round(MILLION - lost * (MILLION - LEAST_SHARE_PPM))
}
