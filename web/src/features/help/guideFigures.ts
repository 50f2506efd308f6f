import { breakEvenPpm, MARGIN_PPM, rateFor, TARGET_CHANCES } from '@tickmark/core/orders/pricing'

const MILLION = 1_000_000
/** The guide's example: number of orders, and the stake of each in USDT. */
const ORDERS = 100
const STAKE = 10

/** Chance and profit of one of the three ranges. */
export interface Range {
  chancePpm: number
  /** Profit on a win in hundredths of the stake. */
  ratePct: number
}

/** The guide's figures, computed by the same rules that price every order. */
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

export function guideFigures(): GuideFigures {
  const ranges = TARGET_CHANCES.map((chance) => ({
    chancePpm: Math.round(chance * MILLION),
    ratePct: rateFor(chance, MARGIN_PPM),
  }))
  const { chancePpm = 0, ratePct = 0 } = ranges[0] ?? {}
  const wins = (ORDERS * chancePpm) / MILLION
  const back = Math.round(wins * STAKE * (100 + ratePct)) / 100
  return {
    marginPpm: MARGIN_PPM,
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
