import { useEffect, useRef, useState } from 'react'
import type { ChartPoint } from './Chart.tsx'
import { TAG, tagAt, type Places } from './chartPlaces.ts'
import { OWN_WAY } from './chartTime.ts'
import { fittingText, tipLabelAt } from './tipLabel.ts'

/** After a longer gap the line jumps to the new tick: the page was away meanwhile. */
const MOST_MS = 5_000
const CALM = '(prefers-reduced-motion: reduce)'

interface ChartTipProps {
  /** The point before the last one. */
  base: ChartPoint
  last: ChartPoint
  /** All points, the last one included: the label must not stand on them. */
  points: readonly ChartPoint[]
  places: Places
  /** The label's texts, the longest first. */
  texts: readonly string[]
  /** Height of the line that the texts refer to. */
  levelY: number
  /** Height of the line at the entry price; null without an order. */
  entryY: number | null
  valueText: string
  tone: string
  glideMs: number
  /** The line has ended: the price at the right is the settlement price. */
  isOver: boolean
  /**
   * Height of the price label at the right: it jumps to the new price at once, and keeps clear of the entry's label.
   */
  tagY: number
  /** The line's end lies after the order's, and is faded like that time. */
  isFaded: boolean
}

/** The end of the line: it moves to each new tick, with its label and the price at the right. */
export function ChartTip({
  base,
  last,
  points,
  places,
  texts,
  levelY,
  entryY,
  valueText,
  tone,
  glideMs,
  isOver,
  tagY,
  isFaded,
}: ChartTipProps) {
  const at = useGlide(base, last, glideMs)
  const [x, y] = [places.x(at.atMs), places.y(at.value)]
  const text = fittingText(texts, places)
  const label = text ? tipLabelAt(text, { x, y, levelY, entryY }, points, places) : null
  return (
    <>
      <line
        x1={places.x(base.atMs)}
        y1={places.y(base.value)}
        x2={x}
        y2={y}
        className={isFaded ? 'stroke-ink opacity-35' : 'stroke-ink'}
        strokeWidth={2}
        strokeLinecap="round"
      />
      {!isOver && (
        <g data-tip={at.atMs}>
          <circle cx={x} cy={y} r={9} className={`opacity-20 ${tone}`} />
          <circle cx={x} cy={y} r={4} className={tone} />
        </g>
      )}
      {label && (
        <text
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          strokeWidth={4}
          className={`fill-ink stroke-ground text-11 font-medium [paint-order:stroke] ${OWN_WAY}`}
          data-tip-text
        >
          {text}
        </text>
      )}
      <PriceTag y={tagY} text={valueText} places={places} ground="fill-ink" ink="fill-ground" isLast />
    </>
  )
}

interface PriceTagProps {
  y: number
  text: string
  places: Places
  ground: string
  ink: string
  isLast?: boolean
}

/** A price on the scale, filled. */
export function PriceTag({ y, text, places, ground, ink, isLast }: PriceTagProps) {
  const { right, width, rem } = places
  const half = (TAG / 2) * rem
  const middle = tagAt(y, places)
  return (
    <g data-tag={isLast ? 'last' : 'entry'}>
      <rect
        x={right}
        y={middle - half}
        width={width - right - 2}
        height={2 * half}
        rx={5}
        className={ground}
      />
      <text
        x={(right + width - 2) / 2}
        y={middle + 4 * rem}
        textAnchor="middle"
        className={`text-11 font-medium ${ink}`}
      >
        {text}
      </text>
    </g>
  )
}

/** The drawn end of the line while it moves to `last`, never before `base`. */
function useGlide(base: ChartPoint, last: ChartPoint, ms: number): ChartPoint {
  const [drawn, setDrawn] = useState(last)
  const reached = useRef(last)
  const { atMs, value } = last
  useEffect(() => {
    const to = { atMs, value }
    const from = reached.current
    const began = performance.now()
    const isFar = atMs < from.atMs || atMs - from.atMs > MOST_MS
    const lasts = isFar || matchMedia(CALM).matches ? 0 : ms
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const share = lasts === 0 ? 1 : Math.min(1, Math.max(0, (now - began) / lasts))
      const place = (one: number, other: number) => one + (other - one) * share
      reached.current = { atMs: place(from.atMs, to.atMs), value: place(from.value, to.value) }
      setDrawn(reached.current)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [atMs, value, ms])
  if (ms === 0) return last
  return drawn.atMs < base.atMs ? base : drawn
}
