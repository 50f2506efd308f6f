import { startOfDay } from '../../days.ts'
import { ONE, type Amount } from '../../money/money.ts'
import type { TradeLimits } from './findTrade.ts'

/** The engine's limits, set by operators. Amounts are USDT. */
export interface EngineLimits {
  /** Most USDT that one trade pays, and its least profit after all fees. */
  mostTrade: Amount
  leastProfit: Amount
  /** A day's loss at which the engine stops by itself. */
  dayLoss: Amount
  /** Number of trades with an open rest at which the engine stops by itself. */
  openRests: number
}

export const OPENING_LIMITS: EngineLimits = {
  mostTrade: 2_500n * ONE,
  leastProfit: ONE / 5n,
  dayLoss: 1_000n * ONE,
  openRests: 3,
}

/** The range that operators may set. */
const BOUNDS = {
  mostTrade: [100n * ONE, 100_000n * ONE],
  leastProfit: [ONE / 100n, 10n * ONE],
  dayLoss: [5n * ONE, 100_000n * ONE],
} as const

/**
 * Highest profit that may be required of a trade of the largest size, in millionths of what it pays; over a simulated year,
 * trades earned 216 on average.
 */
const MOST_PROFIT_PPM = 250n

/** Whether the engine can still trade under these limits, each alone and any two together. */
export function areSoundLimits(limits: EngineLimits): boolean {
  if (limits.leastProfit * 1_000_000n > limits.mostTrade * MOST_PROFIT_PPM) return false
  return Object.entries(BOUNDS).every(([name, [least, most]]) => {
    const given = limits[name as keyof typeof BOUNDS]
    return given >= least && given <= most
  })
}

/** How much worse a price may become while an order is on its way, in millionths. */
const SLACK_PPM = 40n

/** How long the engine waits between two looks at the books. */
export const LOOK_EVERY_MS = 1_000

/** Timeout of a venue's answer. After it, the engine asks later, by id, for the result of the order or move. */
export const ANSWER_WITHIN_MS = 5_000

/** Delay before the engine asks again for an unanswered move. */
export const MOVE_AGAIN_MS = 30_000

export function tradeLimits({ mostTrade, leastProfit }: EngineLimits): TradeLimits {
  return { mostTrade, leastProfit, slackPpm: SLACK_PPM }
}

/**
 * Why the engine must stop, given the day's profit (below zero for a loss) and the number of open rests; null when it may go on.
 * Open rests take precedence.
 */
export function whyStop(
  { dayLoss, openRests }: EngineLimits,
  today: { profit: Amount; openRests: number },
): 'day_loss' | 'open_rests' | null {
  if (today.openRests >= openRests) return 'open_rests'
  return today.profit <= -dayLoss ? 'day_loss' : null
}

/** Whether a stop still holds: a stop for a day's loss ends with its UTC day; any other ends when an operator lifts it. */
export function staysStopped({ why, atMs }: { why: string; atMs: number }, nowMs: number): boolean {
  return why !== 'day_loss' || startOfDay(atMs) === startOfDay(nowMs)
}
