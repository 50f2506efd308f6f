/** Limits of a day's standard deviation, and the half-life of the weights in minutes. */
export interface VolatilityRule {
  floorDaily: number
  capDaily: number
  halfLifeMinutes: number
  /** Minimum number of returns; with fewer there is no result. */
  fewest: number
}

export const VOLATILITY_RULE: VolatilityRule = {
  floorDaily: 0.005,
  capDaily: 0.3,
  halfLifeMinutes: 360,
  fewest: 60,
}
export const VOLATILITY_MINUTES = 1440

const DAY = 86_400

/**
 * Standard deviation of the log return of one second. With r_i = ln(close_i / close_(i-1)), the newest i = 0, and
 * w = 2^(-1/halfLife): sigma = sqrt( sum w^i r_i² / sum w^i / 60 ), without a mean (zero drift), over the last 24 h of
 * one-minute closes (oldest first, null where none), then floored and capped. Null with too few returns: then nothing
 * can be priced. Floats: this prices an order, it decides none.
 */
export function sigmaPerSecond(
  closes: readonly (bigint | null)[],
  rule: VolatilityRule = VOLATILITY_RULE,
): number | null {
  const decay = 2 ** (-1 / rule.halfLifeMinutes)
  const first = Math.max(1, closes.length - VOLATILITY_MINUTES)
  let weight = 1
  let weights = 0
  let sum = 0
  let count = 0
  for (let i = closes.length - 1; i >= first; i--, weight *= decay) {
    const close = closes[i]
    const before = closes[i - 1]
    if (!close || !before) continue
    const change = Math.log(Number(close) / Number(before))
    weights += weight
    sum += weight * change * change
    count += 1
  }
  if (count < rule.fewest) return null
  const sigma = Math.sqrt(sum / weights / 60)
  return Math.min(Math.max(sigma, rule.floorDaily / Math.sqrt(DAY)), rule.capDaily / Math.sqrt(DAY))
}
