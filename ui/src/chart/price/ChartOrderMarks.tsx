import type { ChartOrder } from './Chart.tsx'
import { PriceTag } from './ChartTip.tsx'
import { entryTagAt, type Places } from './chartPlaces.ts'
import { OWN_WAY } from './chartTime.ts'
import { EndDot, EntryRing } from '../Drawing.tsx'
import { orderTimes, type TimeBelow } from './orderTimes.ts'

const EXIT_TONES = { won: 'fill-up', lost: 'fill-down', even: 'fill-ink-3' }

interface MarksProps {
  order: ChartOrder
  places: Places
}

/** Drawn under the line: the winning side with its name, hatched for Down, and the seconds that settle the order. */
export function ChartOrderGround({ order, places, id }: MarksProps & { id: string }) {
  const { top, bottom, right, rem } = places
  const from = Math.max(0, places.x(order.entryAtMs))
  const end = Math.min(right, places.x(order.endAtMs))
  const level = Math.min(bottom, Math.max(top, places.y(order.barrier)))
  const up = order.direction === 'up'
  const [y, height] = up ? [0, level] : [level, bottom - level]
  const colour = up ? 'up' : 'down'
  return (
    <>
      <pattern
        id={`${id}hatch`}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="7" height="7" fill={`var(--${colour})`} opacity="0.07" />
        <line y2="7" stroke={`var(--${colour})`} strokeWidth="2.5" opacity="0.3" />
      </pattern>
      <rect
        x={from}
        width={Math.max(0, end - from)}
        y={y}
        height={height}
        fill={up ? 'var(--up)' : `url(#${id}hatch)`}
        opacity={up ? 0.1 : 1}
        data-wins={order.direction}
      />
      <line
        x1={from}
        x2={end}
        y1={level}
        y2={level}
        className={up ? 'stroke-up' : 'stroke-down'}
        strokeDasharray="2 3"
      />
      {order.windowFromMs !== undefined && (
        <rect
          x={places.x(order.windowFromMs)}
          width={Math.max(2, end - places.x(order.windowFromMs))}
          y={0}
          height={bottom}
          className="fill-brand opacity-10"
          data-settles
        />
      )}
      <text
        x={(from + end) / 2}
        y={up ? 14 * rem : bottom - 7 * rem}
        textAnchor="middle"
        strokeWidth={4}
        className={`stroke-ground text-11 font-medium [paint-order:stroke] ${up ? 'fill-up' : 'fill-down'}`}
      >
        {order.winsText}
      </text>
    </>
  )
}

interface OverProps extends MarksProps {
  /** Height of the last price's label, which the entry's label must not overlap. */
  lastY: number
  /** Whether the drawing shows the order's time span; otherwise it shows only the entry price. */
  isWindow: boolean
}

/** Drawn over the line: entry price, end, settlement price, and the time after the end, faded. */
export function ChartOrderMarks({ order, places, lastY, isWindow }: OverProps) {
  const { right, top, bottom } = places
  const y = places.y(order.entry)
  if (!isWindow && (y < top || y > bottom)) return null
  const entryX = isWindow ? places.x(order.entryAtMs) : 0
  const endX = places.x(order.endAtMs)
  const after = Math.max(0, right - endX)
  const tagY = entryTagAt(y, lastY, places)
  return (
    <>
      {isWindow && (
        <rect x={endX} width={after} y={0} height={bottom} className="fill-ground opacity-65" data-after />
      )}
      {isWindow && (
        <line x1={endX} x2={endX} y1={0} y2={bottom} className="stroke-ink-3" strokeDasharray="3 3" />
      )}
      <line x1={entryX} x2={right} y1={y} y2={y} className="stroke-brand" strokeWidth={1.2} />
      {isWindow && <EntryRing at={[entryX, y]} />}
      <PriceTag y={tagY} text={order.entryText} places={places} ground="fill-brand" ink="fill-on-brand" />
      {order.exit && isWindow && (
        <g data-exit>
          <EndDot
            at={[places.x(order.exit.atMs), places.y(order.exit.value)]}
            tone={EXIT_TONES[order.exit.outcome]}
          />
        </g>
      )}
    </>
  )
}

/** Below an order: its entry time, and its end or the time left. */
export function OrderTimes({ order, places }: MarksProps) {
  const [entry, end] = orderTimes(order, places)
  return (
    <>
      <text {...below(entry, places)} className={`fill-ink-3 text-11 ${OWN_WAY}`} data-time>
        {entry.text}
      </text>
      <text {...below(end, places)} className={`fill-ink-2 text-11 font-medium ${OWN_WAY}`} data-time>
        {end.text}
      </text>
    </>
  )
}

function below({ x }: TimeBelow, { height, rem }: Places) {
  return { x, y: height - 6 * rem, textAnchor: 'middle' } as const
}
