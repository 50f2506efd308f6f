import type { EndNow } from '../../../entities/orderState.ts'

/** How an open order stands; `near` its line, it is neither winning nor losing for long. */
export type Standing = EndNow['outcome'] | 'near'

/** An order comes near its line when this many seconds of usual price moves reach it, and leaves it at twice as many. */
const NEAR_S = 4

/** A normal distribution's density at its middle, in millionths. */
const DENSITY_PPM = 398_942

interface Facts {
  /** The result at the current price. */
  outcome: EndNow['outcome']
  /** The house's chance of a win, with the time left for which it holds; null without one. */
  chancePpm: number | null
  secondsLeft: number
}

/**
 * How an order stands. The price's distance from the line, in usual moves, follows from the chance and the time left.
 * `wasNear` widens the region, so that at its edge the word does not change with each price.
 */
export function standingOf({ outcome, chancePpm, secondsLeft }: Facts, wasNear: boolean): Standing {
  if (chancePpm === null) return outcome
  const seconds = wasNear ? 2 * NEAR_S : NEAR_S
  const reachPpm = DENSITY_PPM * Math.sqrt(seconds / Math.max(secondsLeft, 1))
  return Math.abs(chancePpm - 500_000) < reachPpm ? 'near' : outcome
}
