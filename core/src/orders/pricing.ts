import { assert } from '../assert.ts'
import { normalCdf, normalQuantile } from '../normal.ts'
import { DURATIONS, type Duration } from './durations.ts'
import type { Direction } from './terms.ts'

/** Average share of the stake that the operator keeps: 4 %. */
export const MARGIN_PPM = 40_000
/** Target chances of a duration's three return ranges. */
export const TARGET_CHANCES = [0.5, 0.35, 0.2] as const
const MILLION = 1_000_000

/** The offer of a return range: its barrier, the model's chance, and the rate paid on a win. */
export interface OddsOffer {
  /** Distance from the entry price that the settlement price must pass, in millionths of it. */
  barrierPpm: number
  /** The model's chance to win, in millionths. */
  chancePpm: number
  /** Profit on a win in hundredths of the stake: 92 pays 0.92 x stake. */
  ratePct: number
}

/**
 * Standard deviation of the log return from entry to settlement. The settlement price is the median of the last ticks,
 * which lies at the middle of its window, so half of the window is subtracted from the duration.
 * @param sigma standard deviation of one second's log return
 */
export function horizonDeviation(sigma: number, duration: Duration): number {
  return sigma * Math.sqrt(duration.seconds - (duration.fixingTicks - 1) / 2)
}

/** Chance that a driftless geometric Brownian motion ends beyond the barrier (the price of a digital option, Reiner and Rubinstein 1991). */
export function chanceBeyond(direction: Direction, barrierPpm: number, deviation: number): number {
  assert(deviation > 0, 'the horizon has a deviation')
  const barrier = barrierPpm / MILLION
  const drift = (deviation * deviation) / 2
  if (direction === 'up') return normalCdf((-Math.log1p(barrier) - drift) / deviation)
  return normalCdf((Math.log1p(-barrier) + drift) / deviation)
}

/** The three return ranges of a duration and direction, at barrier 0 and at two distances that grow with volatility. */
export function offersFor(direction: Direction, duration: Duration, sigma: number): OddsOffer[] {
  const deviation = horizonDeviation(sigma, duration)
  return TARGET_CHANCES.map((target) => {
    const barrierPpm = target === 0.5 ? 0 : twoFigures(-normalQuantile(target) * deviation * MILLION)
    const chance = chanceBeyond(direction, barrierPpm, deviation)
    return { barrierPpm, chancePpm: Math.round(chance * MILLION), ratePct: rateFor(chance, MARGIN_PPM) }
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

/** Deviation for the remaining time of an open order; never zero, so that a value exists until the last second. */
export function remainingDeviation(sigma: number, secondsLeft: number, duration: Duration): number {
  assert(DURATIONS.includes(duration), 'a known duration')
  return sigma * Math.sqrt(Math.max(0.5, secondsLeft - (duration.fixingTicks - 1) / 2))
}
