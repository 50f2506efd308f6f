import { assert } from '../assert.ts'
import { deviationRange, ERRORS, type Deviation } from '../market/deviation.ts'
import { exactLog, normalCdf, normalQuantile } from '../normal.ts'
import type { Duration } from './durations.ts'
import { medianVariance } from './median.ts'
import type { Direction } from './terms.ts'

/** Average share of the stake that the operator keeps: 4 %. */
export const MARGIN_PPM = 40_000
/** Inputs of a rate and its barrier, apart from deviation, duration and direction. Shares and chances in millionths. */
export interface PriceRules {
  marginPpm: number
  /** Target chances of a duration's return ranges; 500,000 means no barrier. */
  chancesPpm: readonly number[]
  /** Standard errors of the deviation that a rate allows for. */
  errors: number
}

export const PRICE_RULES: PriceRules = {
  marginPpm: MARGIN_PPM,
  chancesPpm: [500_000, 350_000, 200_000],
  errors: ERRORS,
}
const MILLION = 1_000_000

/** The offer of a return range: its barrier, the model's chance, and the rate paid on a win. */
export interface OddsOffer {
  /** Distance from the entry price that the settlement price must pass, in millionths of it. */
  barrierPpm: number
  /**
   * The model's chance to win, in millionths: the largest within two standard errors of the deviation. The rate is based on it.
   */
  chancePpm: number
  /** The smallest chance within two standard errors. */
  leastChancePpm: number
  /** Profit on a win in hundredths of the stake: 92 pays 0.92 x stake. */
  ratePct: number
  /** The operator's share at the smallest chance, before rounding the rate down, in millionths. */
  mostMarginPpm: number
}

/**
 * Standard deviation of the log return from entry to settlement, the median of the last ticks: up to the first of these the price
 * walks freely; after it the median deviates less than the price. @param sigma standard deviation of one second's log return
 */
export function horizonDeviation(
  sigma: number,
  { seconds, fixingTicks }: Pick<Duration, 'seconds' | 'fixingTicks'>,
): number {
  return sigma * Math.sqrt(seconds - (fixingTicks - 1) + medianVariance(fixingTicks))
}

/** Chance that a driftless geometric Brownian motion ends beyond the barrier (the price of a digital option, Reiner and Rubinstein 1991). */
export function chanceBeyond(direction: Direction, barrierPpm: number, deviation: number): number {
  assert(deviation > 0, 'the horizon has a deviation')
  const barrier = barrierPpm / MILLION
  const drift = (deviation * deviation) / 2
  if (direction === 'up') return normalCdf((-exactLog(1 + barrier) - drift) / deviation)
  return normalCdf((exactLog(1 - barrier) + drift) / deviation)
}

/** The return ranges of a duration and direction, at barrier 0 and at distances that grow with volatility. */
export function offersFor(
  direction: Direction,
  duration: Pick<Duration, 'seconds' | 'fixingTicks'>,
  deviation: Deviation,
  { marginPpm, chancesPpm, errors }: PriceRules = PRICE_RULES,
): OddsOffer[] {
  const middle = horizonDeviation(deviation.sigma, duration)
  const ends = deviationRange(deviation, errors).map((sigma) => horizonDeviation(sigma, duration))
  return chancesPpm.map((target) => {
    const barrierPpm =
      target === MILLION / 2 ? 0 : twoFigures(-normalQuantile(target / MILLION) * middle * MILLION)
    const chances = ends.map((one) => chanceBeyond(direction, barrierPpm, one))
    const [least, most] = [Math.min(...chances), Math.max(...chances)]
    return {
      barrierPpm,
      chancePpm: Math.round(most * MILLION),
      leastChancePpm: Math.round(least * MILLION),
      ratePct: rateFor(most, marginPpm),
      mostMarginPpm: MILLION - Math.round(((MILLION - marginPpm) * least) / most),
    }
  })
}

/** The nearest whole number with two significant digits, at least 1: a readable barrier. */
function twoFigures(ppm: number): number {
  return Math.max(1, Math.round(Number(ppm.toPrecision(2))))
}

/** Rate = (1 - margin) / chance - 1, in hundredths, rounded down. */
export function rateFor(chance: number, marginPpm: number): number {
  assert(chance > 0 && chance < 1, 'a chance lies between 0 and 1')
  return Math.max(0, Math.floor(((1 - marginPpm / MILLION) / chance - 1) * 100 + 1e-9))
}

/** Chance of winning at which a rate breaks even: 1 / (1 + rate), in millionths. */
export function breakEvenPpm(ratePct: number): number {
  return Math.round(MILLION / (1 + ratePct / 100))
}
