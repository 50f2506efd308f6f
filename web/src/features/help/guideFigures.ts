import { shareText } from '@tickmark/client/format/figures.ts'
import { breakEvenPpm, type PriceRules, rateFor } from '@tickmark/core/orders/pricing'

const MILLION = 1_000_000
/** The guide's example: number of orders, and the stake of each in USDT. */
const ORDERS = 100
const STAKE = 10

/** A share in millionths as percent with the decimals that it has: "4%", "2.5%". */
export function exactShare(ppm: number): string {
  return shareText(ppm, ppm % 10_000 === 0 ? 0 : ppm % 1_000 === 0 ? 1 : 2)
}

/** Chance and profit of one of the ranges. */
export interface Range {
  chancePpm: number
  /** Profit on a win in hundredths of the stake. */
  ratePct: number
}

/** The guide's figures, computed by the rules that price new orders now. */
export interface GuideFigures {
  marginPpm: number
  ranges: Range[]
  chancePpm: number
  ratePct: number
  /** The profit at which the operator would earn nothing. */
  fairPct: number
  breakEvenPpm: number
  orders: number
  wins: number
  /** USDT over all orders of the example. */
  stake: number
  paid: number
  back: number
  lost: number
}

export function guideFigures({ marginPpm, chancesPpm }: Omit<PriceRules, 'errors'>): GuideFigures {
  const ranges = chancesPpm.map((chancePpm) => ({
    chancePpm,
    ratePct: rateFor(chancePpm / MILLION, marginPpm),
  }))
  const { chancePpm = 0, ratePct = 0 } = ranges[0] ?? {}
  const wins = (ORDERS * chancePpm) / MILLION
  const back = Math.round(wins * STAKE * (100 + ratePct)) / 100
  return {
    marginPpm,
    ranges,
    chancePpm,
    ratePct,
    fairPct: Math.round((MILLION / chancePpm - 1) * 100),
    breakEvenPpm: breakEvenPpm(ratePct),
    orders: ORDERS,
    wins,
    stake: STAKE,
    paid: ORDERS * STAKE,
    back,
    lost: ORDERS * STAKE - back,
  }
}
