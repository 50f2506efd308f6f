import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { durationById } from '@tickmark/core/orders/durations'
import { judge, settlementOf, sumsFor, winningLevel } from '@tickmark/core/orders/orders'
import type { Direction } from '@tickmark/core/orders/terms'
import type { orderItem } from '@tickmark/wire/routes/orders'
import type * as z from 'zod/mini'
import { secondsLeft, shareOver } from '@tickmark/ui/text/clockText.ts'
import { isOneDay } from '@tickmark/ui/text/isOneDay.ts'

/** An order as the server's lists and details return it. */
export type OrderItem = z.output<typeof orderItem>

/** `entering` until it has an entry price; `settling` from its due second until its result is known. */
export type Phase = 'entering' | 'running' | 'settling' | 'finished'

/** The state of an order at a time of the server's clock. */
export interface OrderState {
  phase: Phase
  /**
   * Elapsed share of the running time, 0 to 1, in steps of the countdown: a bar that moved at each price would never
   * rest.
   */
  progress: number
}

/** The result of an open order if it settled at the current price, by the rule that will settle it. */
export interface EndNow {
  outcome: 'won' | 'lost' | 'tied'
  /** Net result in units of the order's currency. */
  net: Amount
}

export function orderStateOf(order: OrderItem, nowMs: number): OrderState {
  if (order.status !== 0) return { phase: 'finished', progress: 1 }
  const secondMs = order.dueAt - secondsLeft(order.dueAt, nowMs) * 1_000
  const progress = shareOver(order.dueAt - runningSeconds(order) * 1_000, order.dueAt, secondMs)
  if (nowMs >= order.dueAt) return { phase: 'settling', progress: 1 }
  return { phase: order.entryPrice === null ? 'entering' : 'running', progress }
}

/** Seconds from the order's entry to its due second. */
export function runningSeconds(order: Pick<OrderItem, 'timeId' | 'totalSeconds'>): number {
  return durationById(order.timeId)?.seconds ?? order.totalSeconds
}

/** Whether an order ends on another day of the user's calendar than it began. */
export function endsOnAnotherDay(order: OrderItem): boolean {
  return !isOneDay(order.entryAt ?? order.dueAt - runningSeconds(order) * 1_000, order.dueAt)
}

/** The result if the order settled at `price` (a decimal); null without an entry price. */
export function endNow(order: OrderItem, price: string): EndNow | null {
  const entry = order.entryPrice === null ? null : parseAmount(order.entryPrice)
  const now = parseAmount(price)
  if (entry === null || now === null) return null
  const outcome = judge({ direction: directionOf(order), barrierPpm: order.barrierPpm }, entry, now)
  return { outcome, net: settlementOf(outcome, moneyOf(order)).net }
}

/** Stake, profit on a win, fee and payout in units, by the rule that booked them. */
export function moneyOf(order: Pick<OrderItem, 'stake' | 'rate' | 'fee'>) {
  const stake = parseAmount(order.stake) ?? 0n
  const rate = parseAmount(order.rate) ?? 0n
  const { profit } = sumsFor(stake, Number(rate / 1_000_000n))
  return { stake, profit, fee: parseAmount(order.fee) ?? 0n, payout: stake + profit }
}

/** The winning level in units: the server's, or computed by the rule once there is an entry price. */
export function levelOf(
  order: Pick<OrderItem, 'level' | 'entryPrice' | 'direction' | 'barrierPpm'>,
): Amount | null {
  if (order.level !== null) return parseAmount(order.level)
  const entry = order.entryPrice === null ? null : parseAmount(order.entryPrice)
  return entry === null ? null : winningLevel(directionOf(order), order.barrierPpm, entry)
}

export function directionOf(order: Pick<OrderItem, 'direction'>): Direction {
  return order.direction === 0 ? 'up' : 'down'
}

/** The sign of a decimal of the wire: -1, 0 or 1. */
export function signOf(decimal: string): -1 | 0 | 1 {
  const units = parseAmount(decimal.replace(/^\+/, '')) ?? 0n
  return units > 0n ? 1 : units < 0n ? -1 : 0
}
