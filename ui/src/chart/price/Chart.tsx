import { useId, useMemo } from 'react'
import { ChartCross } from './ChartCross.tsx'
import { ChartOrderMarks, ChartOrderGround, OrderTimes } from './ChartOrderMarks.tsx'
import { ChartScale, ChartTimes, Extremes } from './ChartScale.tsx'
import { ChartTip } from './ChartTip.tsx'
import { rangeOf, steadyRange } from './chartScale.ts'
import { entryTagAt, pathOf, placesOf, tagAt, type Places } from './chartPlaces.ts'
import { useBox } from '../useBox.ts'
import { valueTone } from './valueTone.ts'

/** A price at a moment. Points come oldest first. For drawing only: these floats decide nothing. */
export interface ChartPoint {
  atMs: number
  value: number
}

/** An open or settled order, drawn over the line. */
export interface ChartOrder {
  direction: 'up' | 'down'
  entryAtMs: number
  /** Its due time, or when its owner closed it. */
  endAtMs: number
  /** Entry price, and the price that the settlement must pass to win. */
  entry: number
  barrier: number
  /** Label of the entry line: "67,371.10". */
  entryText: string
  /** Written on the winning side: "wins here". */
  winsText: string
  /** Label of the line at its end: "00:47"; by default the time. */
  timeLeft?: string
  /** Start of the settlement window, whose ticks can settle the order; it ends with the order. */
  windowFromMs?: number
  /** The settlement price; absent while the order is open. */
  exit?: ChartPoint & { outcome: 'won' | 'lost' | 'even' }
}

export interface ChartProps {
  points: readonly ChartPoint[]
  /**
   * The chart in words: pair, period, low, high, last. Screen readers read it instead of the drawing; it need not
   * change with each tick.
   */
  summary: string
  /** Formats a value for scale and readout: "67,412.50". */
  format: (value: number) => string
  /** Colour of the last point's dot when there is no order. */
  way?: 'up' | 'down' | 'flat'
  order?: ChartOrder | null
  /** Start of the time to draw; by default that of the points. */
  fromMs?: number
  toMs?: number
  /** For a moving line: keeps an order's entry price in the middle of a range that grows in steps. */
  steady?: boolean
  /** Words before the line's highest and lowest price; without them, these are not marked. */
  extremes?: { high: string; low: string }
  /** Written beside the dot, the first that is not too long: "+0.02 % from your line", "+0.02 %". */
  tipTexts?: readonly string[]
  /** Duration of the dot's movement to a new tick, in ms. By default, and with reduced motion, it jumps. */
  glideMs?: number
  /** A CSS length. */
  height?: string
}

/** A coin's price line with its scales, and an order drawn on it. */
export function Chart(props: ChartProps) {
  const { height = '286px', summary } = props
  const { ref, width, height: pixels, rem } = useBox()
  return (
    <div dir="ltr" className="relative overflow-hidden" style={{ blockSize: height }} ref={ref}>
      <div role="img" aria-label={summary} className="absolute inset-0">
        {width > 0 && props.points.length > 0 && <Drawn {...props} width={width} pixels={pixels} rem={rem} />}
      </div>
    </div>
  )
}

type DrawnProps = ChartProps & { width: number; pixels: number; rem: number }

function Drawn(props: DrawnProps) {
  const { points, format, order = null, way = 'flat', tipTexts = [], glideMs = 0, width, pixels } = props
  const id = useId()
  const { from, until, places } = usePlaces(props)
  const last = points.at(-1)
  const base = points.at(-2) ?? last
  const settled = useMemo(() => pathOf(points.slice(0, -1), places), [points, places])
  if (!last || !base) return null
  const marked = order?.exit ?? last
  const lastY = places.y(marked.value)
  const tags = [tagAt(lastY, places)]
  if (order) tags.push(entryTagAt(places.y(order.entry), lastY, places))
  const isWindow = props.fromMs !== undefined
  return (
    <ChartCross places={places} points={points} format={format} width={width}>
      <svg width={width} height={pixels} viewBox={`0 0 ${width} ${pixels}`} fill="none" aria-hidden="true">
        <ChartScale places={places} format={format} tags={tags} />
        {order && isWindow && <ChartOrderGround order={order} places={places} id={id} />}
        <Area id={id} line={settled} points={points} places={places} />
        <path d={settled} className="stroke-ink" strokeWidth={2} strokeLinejoin="round" data-line />
        {order && <ChartOrderMarks order={order} places={places} lastY={lastY} isWindow={isWindow} />}
        {props.extremes && (
          <Extremes points={points} places={places} format={format} words={props.extremes} />
        )}
        <ChartTip
          base={base}
          last={last}
          points={points}
          places={places}
          texts={tipTexts}
          levelY={order ? places.y(order.barrier) : lastY}
          entryY={order ? places.y(order.entry) : null}
          valueText={format(marked.value)}
          isOver={order?.exit !== undefined}
          isFaded={isWindow && order !== null && base.atMs >= order.endAtMs}
          tagY={lastY}
          tone={valueTone(order, way, last.value)}
          glideMs={glideMs}
        />
        {order && isWindow ? (
          <OrderTimes order={order} places={places} />
        ) : (
          <ChartTimes from={from} until={until} places={places} />
        )}
      </svg>
    </ChartCross>
  )
}

/** The drawn time span, and the positions of its times and prices. */
function usePlaces({
  points,
  order = null,
  fromMs,
  toMs,
  steady = false,
  format,
  width,
  pixels,
  rem,
}: DrawnProps) {
  const from = fromMs ?? points[0]?.atMs ?? 0
  const until = toMs ?? points.at(-1)?.atMs ?? from
  const range = useMemo(() => {
    const drawn = points.filter((one) => one.atMs >= from && one.atMs <= until)
    const shown = fromMs === undefined ? null : order
    return steady && order ? steadyRange(drawn, order) : rangeOf(drawn.length > 0 ? drawn : points, shown)
  }, [points, order, from, until, fromMs, steady])
  const { low, high } = range
  const letters = Math.max(format(low).length, format(high).length)
  const places: Places = useMemo(
    () => placesOf({ from, until, low, high, width, height: pixels, rem, letters }),
    [from, until, low, high, width, pixels, rem, letters],
  )
  return { from, until, places }
}

/** The faint area under the line. */
function Area({
  id,
  line,
  points,
  places,
}: {
  id: string
  line: string
  points: readonly ChartPoint[]
  places: Places
}) {
  const [first, last] = [points[0], points.at(-2)]
  if (!first || !last || line === '') return null
  const { bottom, top } = places
  return (
    <>
      <linearGradient id={`${id}area`} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={top} y2={bottom}>
        <stop stopColor="var(--ink)" stopOpacity="0.08" />
        <stop offset="1" stopColor="var(--ink)" stopOpacity="0" />
      </linearGradient>
      <path
        d={`${line}L${places.x(last.atMs)} ${bottom}L${places.x(first.atMs)} ${bottom}Z`}
        fill={`url(#${id}area)`}
      />
    </>
  )
}
