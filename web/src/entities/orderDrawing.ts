import { durationById } from '@tickmark/core/orders/durations'
import type { ChartOrder, ChartPoint } from '@tickmark/ui/chart/price/Chart.tsx'
import { directionOf, levelOf, runningSeconds, type OrderItem } from './orderState.ts'

/** Least time drawn before an order's entry, and the same as a share of its running time. */
const BEFORE_MS = 10_000
const BEFORE = 0.04
/** Time drawn after its end. */
const AFTER_MS = 4_000
const AFTER = 0.08
const MINUTE_MS = 60_000
/** The times after its entry that are drawn of a long order, one after the other, before the whole of it. */
const AHEAD_MS = [5, 15, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * MINUTE_MS)
/** How much of that time the line fills before more is drawn. */
const FILLED = 0.75
/** More points than are distinguishable on a phone. */
const POINTS = 240

/** The fixed time span in which an order is drawn, in ms since 1970. */
export interface Stretch {
  fromMs: number
  toMs: number
}

/** From 10 s before the entry to just after the end; longer on both sides for a long order. */
export function stretchOf({ entryAtMs, endAtMs }: Pick<ChartOrder, 'entryAtMs' | 'endAtMs'>): Stretch {
  const span = endAtMs - entryAtMs
  return {
    fromMs: entryAtMs - Math.max(BEFORE_MS, Math.round((span * BEFORE) / 1_000) * 1_000),
    toMs: endAtMs + Math.max(AFTER_MS, Math.round((span * AFTER) / 1_000) * 1_000),
  }
}

/**
 * The time span of a running order. A long order's first hours would be a dot in the whole of it: so until the line has
 * come far enough, a part is drawn, with half as much before the entry. It grows in few steps.
 */
export function runningStretchOf(order: Pick<ChartOrder, 'entryAtMs' | 'endAtMs'>, nowMs: number): Stretch {
  const { entryAtMs, endAtMs } = order
  const aheadMs = AHEAD_MS.find((one) => nowMs - entryAtMs <= one * FILLED)
  // The end stands well outside, or in the drawing.
  if (aheadMs === undefined || aheadMs * 2 > endAtMs - entryAtMs) return stretchOf(order)
  return { fromMs: entryAtMs - aheadMs / 2, toMs: entryAtMs + aheadMs }
}

/** An order as a chart draws it; null without an entry price. An early close has no settlement window. These floats decide nothing. */
export function orderDrawing(order: OrderItem, winsText: string, entryText: string): ChartOrder | null {
  const level = levelOf(order)
  if (order.entryPrice === null || level === null) return null
  const ticks = durationById(order.timeId)?.fixingTicks ?? 1
  const exit = exitOf(order)
  const closedAt = order.outcome === 'closed' ? order.endedAt : null
  return {
    direction: directionOf(order),
    entryAtMs: order.entryAt ?? order.dueAt - runningSeconds(order) * 1_000,
    endAtMs: closedAt ?? order.dueAt,
    entry: Number(order.entryPrice),
    barrier: Number(level) / 1e8,
    entryText,
    winsText,
    ...(closedAt === null && { windowFromMs: order.dueAt - ticks * 1_000 }),
    ...(exit && { exit }),
  }
}

function exitOf({ outcome, exitPrice, exitAt, dueAt }: OrderItem): ChartOrder['exit'] | null {
  if (exitPrice === null || (outcome !== 'won' && outcome !== 'lost' && outcome !== 'tied')) return null
  return { atMs: exitAt ?? dueAt, value: Number(exitPrice), outcome: outcome === 'tied' ? 'even' : outcome }
}

/**
 * The line in a time span: logged and received prices, each second once. A long span has one point in each equal
 * step. The newest point is always included.
 */
export function drawnPoints(
  { fromMs, toMs }: Stretch,
  logged: readonly ChartPoint[],
  seen: readonly ChartPoint[],
): ChartPoint[] {
  const known = new Map<number, ChartPoint>()
  for (const one of [...logged, ...seen]) if (one.atMs >= fromMs && one.atMs <= toMs) known.set(one.atMs, one)
  const all = [...known.values()].toSorted((a, b) => a.atMs - b.atMs)
  const everyMs = Math.max(1, Math.ceil((toMs - fromMs) / POINTS / 1_000)) * 1_000
  if (everyMs === 1_000) return all
  return all.filter(
    (one, at) => stepOf(one, fromMs, everyMs) !== stepOf(all[at + 1] ?? null, fromMs, everyMs),
  )
}

function stepOf(point: ChartPoint | null, fromMs: number, everyMs: number): number {
  return point === null ? -1 : Math.floor((point.atMs - fromMs) / everyMs)
}
