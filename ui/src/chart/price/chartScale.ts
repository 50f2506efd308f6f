import type { ChartOrder, ChartPoint } from './Chart.tsx'
import type { TimeParts } from './chartTime.ts'

/** The price range of a drawing. For drawing only: these floats decide nothing. */
export interface Range {
  low: number
  high: number
}

/** How many prices the scale names. */
const LABELS = 3
/** Free space above and below the line, as a share of its range. */
const FREE = 0.12
/** Factor by which the range around an order grows in each step. */
const GROWTH = 1.35

/** The range that shows all points, and an order's entry price and level. */
export function rangeOf(points: readonly ChartPoint[], order: ChartOrder | null): Range {
  const values = points.map((one) => one.value)
  if (order) values.push(order.entry, order.barrier)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const free = (high - low || Math.abs(high) * 0.001 || 1) * FREE
  return { low: low - free, high: high + free }
}

/**
 * The range around a running order, with its entry price in the middle. It grows in steps, so that a new extreme does
 * not rescale the drawing at each tick.
 */
export function steadyRange(points: readonly ChartPoint[], order: ChartOrder): Range {
  const reach = Math.abs(order.barrier - order.entry)
  const furthest = Math.max(...points.map((one) => Math.abs(one.value - order.entry)), 0)
  const needed = Math.max(reach * 1.5, furthest * (1 + FREE), order.entry * 0.000_02)
  const half = GROWTH ** Math.ceil(Math.log(needed) / Math.log(GROWTH))
  return { low: order.entry - half, high: order.entry + half }
}

/** Three round prices of the range, lowest first; a narrow range may have fewer. */
export function priceLabels({ low, high }: Range): number[] {
  const span = high - low
  if (!(span > 0)) return []
  let power = Math.floor(Math.log10(span))
  for (; power > -12; power--) {
    for (const factor of [5, 2.5, 2, 1]) {
      const step = factor * 10 ** power
      const first = Math.ceil(low / step)
      const count = Math.floor(high / step) - first + 1
      // Of five, every other one; of four, the lowest three.
      if (count >= LABELS) {
        const every = Math.floor((count - 1) / (LABELS - 1))
        const start = first + Math.floor((count - 1 - every * (LABELS - 1)) / 2)
        return Array.from({ length: LABELS }, (_, at) => (start + at * every) * step)
      }
    }
  }
  return []
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[5, 10, 15, 30].map((one) => one * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((one) => one * MINUTE),
  ...[1, 2, 3, 6, 12].map((one) => one * HOUR),
  ...[1, 2, 7, 14, 30, 60, 90, 180, 365, 730].map((one) => one * DAY),
]

/** Up to `most` labels below a drawing, at round times of the user's clock. */
export function timeLabels(fromMs: number, toMs: number, most: number): number[] {
  const span = toMs - fromMs
  const step = STEPS.find((one) => span / one <= most) ?? span
  const zone = new Date(fromMs).getTimezoneOffset() * MINUTE
  const first = Math.ceil((fromMs - zone) / step) * step + zone
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

/** Whether a time is written with seconds, minutes or its day, by the length of the drawn span. */
export function timePartsFor(spanMs: number): TimeParts {
  if (spanMs <= 4 * MINUTE) return 'second'
  return spanMs <= 2 * DAY ? 'minute' : 'day'
}

/** Index of the point nearest to a time, among points sorted by time; -1 when there are none. */
export function nearestAt(points: readonly ChartPoint[], atMs: number): number {
  let low = 0
  let high = points.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? 0) <= atMs) low = middle
    else high = middle
  }
  const [before, after] = [points[low], points[high]]
  if (!before || !after) return -1
  return atMs - before.atMs <= after.atMs - atMs ? low : high
}
