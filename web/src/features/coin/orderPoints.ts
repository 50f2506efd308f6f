import type { CandlePoint } from '@tickmark/wire/schemas/market'
import type { ChartPoint } from '@tickmark/ui/chart/Chart.tsx'

/** About as many points as are distinguishable on a phone. */
const POINTS = 160
/** Time shown before the entry, as a share of the order's running time. */
const BEFORE = 0.6

export interface OrderSpan {
  entryAtMs: number
  dueAtMs: number
  entry: number
}

/**
 * The price line around an order, in equal steps with the entry on one of them. Uses closes of earlier candles and each
 * tick seen since, with straight lines between. For drawing only.
 * @param stepMs length of a candle
 */
export function orderPoints(
  order: OrderSpan,
  candles: readonly CandlePoint[],
  stepMs: number,
  ticks: readonly ChartPoint[],
): ChartPoint[] {
  const last = ticks.at(-1)
  if (!last) return []
  const span = order.dueAtMs - order.entryAtMs
  const everyMs = Math.max(1_000, Math.ceil(((1 + BEFORE) * span) / POINTS / 1_000) * 1_000)
  const before = Math.ceil((BEFORE * span) / everyMs)
  const known = knownPoints(order, candles, stepMs, ticks)
  const first = known[0]
  if (!first) return []
  const points: ChartPoint[] = []
  for (let step = -before; order.entryAtMs + step * everyMs <= last.atMs; step++) {
    const atMs = order.entryAtMs + step * everyMs
    if (atMs >= first.atMs) points.push({ atMs, value: valueAt(known, atMs) })
  }
  const newest = points.pop()
  return newest ? [...points, { atMs: newest.atMs, value: last.value }] : points
}

/** All known prices, oldest first: candles up to the first tick seen, the entry, the ticks. */
function knownPoints(
  order: OrderSpan,
  candles: readonly CandlePoint[],
  stepMs: number,
  ticks: readonly ChartPoint[],
): ChartPoint[] {
  const seenFrom = Math.min(ticks[0]?.atMs ?? Infinity, order.entryAtMs)
  const closes = candles
    .map((one) => ({ atMs: one.id * 1_000 + stepMs, value: Number(one.close) }))
    .filter((one) => one.atMs < seenFrom)
  const rest = [{ atMs: order.entryAtMs, value: order.entry }, ...ticks]
  return [...closes, ...rest.toSorted((a, b) => a.atMs - b.atMs)]
}

function valueAt(known: readonly ChartPoint[], atMs: number): number {
  const after = known.findIndex((one) => one.atMs >= atMs)
  const to = known[after]
  const from = known[after - 1]
  if (!to) return known.at(-1)?.value ?? 0
  if (!from || to.atMs === from.atMs) return to.value
  return from.value + ((to.value - from.value) * (atMs - from.atMs)) / (to.atMs - from.atMs)
}
