import { MOST_ERROR_E6 } from '../log/log.ts'
import { exactExp, exactLog, LN2 } from '../normal.ts'
import { roundedDeviation, type Deviation } from './deviation.ts'

/*
 * Estimates the deviation of a venue index from its ticks alone, in two parts. How large are moves now? A filter keeps the
 * probability of each possible deviation and updates it with every one-second return; it allows the deviation to change at any
 * time, so it follows a change within seconds. How much larger is a five-second move than five independent one-second moves?
 * Venue quotes bounce or lag, so one-second returns alone would mislead. This ratio changes slowly and is averaged over a day.
 */
export interface VolatilityRule {
  /** Range of possible deviations, for one day. */
  floorDaily: number
  capDaily: number
  /** Chance that the deviation becomes another one in a second. */
  change: number
  /** Share of returns that are single jumps, and how many times larger those are. */
  jump: number
  jumpSize: number
  /** The longer return, in seconds, and the half-life of the ratio in seconds. */
  span: number
  halfLife: number
  /** Above this relative standard error nothing is priced. */
  mostError: number
}

export const VOLATILITY_RULE: VolatilityRule = {
  floorDaily: 0.005,
  capDaily: 0.3,
  change: 3e-6,
  jump: 1e-4,
  jumpSize: 8,
  span: 5,
  halfLife: 86_400,
  mostError: MOST_ERROR_E6 / 1e6,
}

/** State of the estimate after the ticks so far. Immutable: replaced, never changed. */
export interface Gauge {
  /** Prices of the last seconds without a gap, oldest first, at most `span` + 1. */
  recent: readonly number[]
  lastSecond: number
  /** Probability of each level. */
  weights: Float64Array
  /** Discounted sums of squared returns over one second and over `span`, both scaled to one second, and of their weights. */
  short: number
  long: number
  count: number
}

const DAY = Math.sqrt(86_400)
/** Distance of two levels of the filter: 1 %. */
const STEP = 0.01
const LEVELS = levels()

/** Logarithms and reciprocals of the filter's levels, for one second. */
function levels(): { logs: Float64Array; precisions: Float64Array } {
  const { floorDaily, capDaily } = VOLATILITY_RULE
  const from = exactLog(floorDaily / DAY)
  const length = Math.floor(exactLog(capDaily / floorDaily) / STEP) + 1
  const logs = Float64Array.from({ length }, (_, i) => from + i * STEP)
  return { logs, precisions: logs.map((one) => exactExp(-one)) }
}

export function emptyGauge(): Gauge {
  const { length } = LEVELS.logs
  const weights = new Float64Array(length).fill(1 / length)
  return { recent: [], lastSecond: -1, weights, short: 0, long: 0, count: 0 }
}

/** Adds the price of a second; after a gap the next return needs two consecutive prices. */
export function gaugeAfter(gauge: Gauge, second: number, price: bigint): Gauge {
  const { span, halfLife } = VOLATILITY_RULE
  const follows = second === gauge.lastSecond + 1
  const recent = [...(follows ? gauge.recent.slice(-span) : []), Number(price)]
  const before = recent.at(-2)
  if (before === undefined) return { ...gauge, recent, lastSecond: second }
  const change = exactLog(Number(price) / before)
  const decay = exactExp(-LN2 / halfLife)
  const sums = { short: gauge.short, long: gauge.long, count: gauge.count }
  if (recent.length > span) {
    const longer = exactLog(Number(price) / (recent[0] as number))
    sums.short = gauge.short * decay + change * change
    sums.long = gauge.long * decay + (longer * longer) / span
    sums.count = gauge.count * decay + 1
  }
  const square = change * change * ratioOf(sums)
  return { recent, lastSecond: second, weights: weighed(gauge.weights, square), ...sums }
}

/** The deviation estimated from the ticks so far; null while its standard error is too large for pricing. */
export function gaugedDeviation(gauge: Gauge): Deviation | null {
  const { logs } = LEVELS
  let mean = 0
  let square = 0
  for (let i = 0; i < logs.length; i++) {
    const part = (gauge.weights[i] as number) * (logs[i] as number)
    mean += part
    square += part * (logs[i] as number)
  }
  const spread = Math.max(0, square - mean * mean)
  const error = Math.sqrt(spread + ratioVariance(gauge.count))
  return error <= VOLATILITY_RULE.mostError ? roundedDeviation(exactExp(mean), error) : null
}

/** Variance per second of returns over `span`, relative to one-second returns. */
function ratioOf({ short, long, count }: Pick<Gauge, 'short' | 'long' | 'count'>): number {
  return count >= RATIO_COUNT && short > 0 ? Math.min(Math.max(long / short, 0.1), 10) : 1
}

/** Fewer returns than this say nothing about the ratio. */
const RATIO_COUNT = 600

/** Relative variance of a deviation due to the ratio's own (Lo and MacKinlay 1988), for overlapping returns. */
function ratioVariance(count: number): number {
  const { span } = VOLATILITY_RULE
  const effective = Math.max(count, 1)
  return (2 * (2 * span - 1) * (span - 1)) / (3 * span * effective) / 4
}

/** Below this exponent a return counts as no jump; its weight as one is negligible. */
const NO_JUMP = 6

/** Bayesian update: the level may change, then weighs in the likelihood of the squared return at each level. */
function weighed(before: Float64Array, square: number): Float64Array {
  const { precisions } = LEVELS
  const { change, jump: jumpShare, jumpSize } = VOLATILITY_RULE
  const { length } = before
  const after = new Float64Array(length)
  const jump = 1 / jumpSize
  let sum = 0
  for (let i = 0; i < length; i++) {
    const precision = precisions[i] as number
    const x = (square * precision * precision) / 2
    const usual = (1 - jumpShare) * likelihood(-x)
    const jumped = jumpShare * jump * (x < NO_JUMP ? 1 : likelihood(-x * jump * jump))
    const prior = (1 - change) * (before[i] as number) + change / length
    const weight = prior * precision * (usual + jumped)
    after[i] = weight
    sum += weight
  }
  if (!(sum > 0)) return before
  for (let i = 0; i < length; i++) after[i] = (after[i] as number) / sum
  return after
}

/** The exponential of a number below zero; 0 beyond the range of `exactExp`. */
function likelihood(x: number): number {
  return x < -700 ? 0 : exactExp(x)
}
