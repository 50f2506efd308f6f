import type { ChartPoint } from './Chart.tsx'
import { extremeAt, within, type Places } from './chartPlaces.ts'
import { priceLabels, timeLabels, timePartsFor } from './chartScale.ts'
import { chartTime, OWN_WAY } from './chartTime.ts'

/** A price closer than this to a label would overlap it. */
const NEAR = 17

interface ChartScaleProps {
  places: Places
  format: (value: number) => string
  /** Heights of the labels drawn over the scale. */
  tags: readonly number[]
}

/** Three prices at the right, each on a dotted line. Omits a price that a label covers. */
export function ChartScale({ places, format, tags }: ChartScaleProps) {
  const { low, high, right, width, rem } = places
  return priceLabels({ low, high }).map((price) => {
    const y = places.y(price)
    return (
      <g key={price}>
        <line x1={0} x2={right} y1={y} y2={y} className="stroke-rule" strokeDasharray="1 5" />
        {tags.every((one) => Math.abs(one - y) > NEAR * rem) && (
          <text x={width - 8} y={y + 4 * rem} textAnchor="end" className="fill-ink-3 text-11" data-scale>
            {format(price)}
          </text>
        )}
      </g>
    )
  })
}

interface ChartTimesProps {
  from: number
  until: number
  places: Places
}

/** Round times below the line. A time that would be cut off is moved inside. */
export function ChartTimes({ from, until, places }: ChartTimesProps) {
  const { height, right, rem } = places
  const parts = timePartsFor(until - from)
  const most = Math.max(1, Math.min(6, Math.floor(right / (62 * rem))))
  return timeLabels(from, until, most).map((atMs) => {
    const text = chartTime(atMs, parts)
    return (
      <text
        key={atMs}
        x={within(places.x(atMs), text.length, places)}
        y={height - 6 * rem}
        textAnchor="middle"
        className={`fill-ink-3 text-11 ${OWN_WAY}`}
        data-time
      >
        {text}
      </text>
    )
  })
}

interface ExtremesProps {
  points: readonly ChartPoint[]
  places: Places
  format: (value: number) => string
  words: { high: string; low: string }
}

/** Marks the line's highest and lowest price where they occurred. */
export function Extremes({ points, places, format, words }: ExtremesProps) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return null
  const high = points.reduce((best, one) => (one.value > best.value ? one : best), first)
  const low = points.reduce((best, one) => (one.value < best.value ? one : best), first)
  return [
    { point: high, text: `${words.high} ${format(high.value)}`, below: false },
    { point: low, text: `${words.low} ${format(low.value)}`, below: true },
  ].map(({ point, text, below }) => (
    <text
      key={String(below)}
      x={extremeAt(places.x(point.atMs), text.length, places.x(last.atMs), places)}
      y={places.y(point.value) + (below ? 15 : -7) * places.rem}
      textAnchor="middle"
      className="fill-ink-2 stroke-ground text-11 [paint-order:stroke]"
      strokeWidth={4}
      data-extreme
    >
      {text}
    </text>
  ))
}
