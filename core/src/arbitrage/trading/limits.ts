import { startOfDay } from '../../days.ts'
import { ONE, type Amount } from '../../money/money.ts'
import type { TradeLimits } from './findTrade.ts'

/** What operators set for the engine. Amounts are USDT. */
export interface EngineLimits {
  /** Most that one trade pays, and least profit of one after all fees. */
  mostTrade: Amount
  leastProfit: Amount
  /** A day's loss at which the engine stops by itself. */
  dayLoss: Amount
  /** Trades whose rest is open, at which it stops by itself. */
  openRests: number
}

export const OPENING_LIMITS: EngineLimits = {
  mostTrade: 2_500n * ONE,
  leastProfit: ONE / 5n,
  dayLoss: 1_000n * ONE,
  openRests: 3,
}

/** What operators may set. */
const BOUNDS = {
  mostTrade: [100n * ONE, 100_000n * ONE],
  leastProfit: [ONE / 100n, 10n * ONE],
  dayLoss: [5n * ONE, 100_000n * ONE],
} as const

/** What a trade of the largest size may have to earn of what it pays; over a simulated year, one earned 216 on average. */
const MOST_PROFIT_PPM = 250n

/** Whether the engine may be given these limits: none of them, and no two together, keep it from trading. */
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

/** How long it waits for a venue's answer. What became of an order or a move without one is asked for later, by its id. */
export const ANSWER_WITHIN_MS = 5_000

/** How long it waits before it asks again for a move that went unanswered. */
export const MOVE_AGAIN_MS = 30_000

export function tradeLimits({ mostTrade, leastProfit }: EngineLimits): TradeLimits {
  return { mostTrade, leastProfit, slackPpm: SLACK_PPM }
}

/**
 * Why the engine must stop on a day with this profit (below zero for a loss) and so many open rests; null when it may go on.
 * Open rests come first.
 */
export function whyStop(
  { dayLoss, openRests }: EngineLimits,
  today: { profit: Amount; openRests: number },
): 'day_loss' | 'open_rests' | null {
  if (today.openRests >= openRests) return 'open_rests'
  return today.profit <= -dayLoss ? 'day_loss' : null
}

/** Whether a stop still holds: one for a day's loss ends with its UTC day, any other when an operator says so. */
export function staysStopped({ why, atMs }: { why: string; atMs: number }, nowMs: number): boolean {
  return why !== 'day_loss' || startOfDay(atMs) === startOfDay(nowMs)
}
