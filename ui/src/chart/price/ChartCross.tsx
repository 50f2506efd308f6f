import { useState, type PointerEvent, type ReactNode } from 'react'
import type { ChartPoint } from './Chart.tsx'
import type { Places } from './chartPlaces.ts'
import { nearestAt } from './chartScale.ts'
import { chartTime } from './chartTime.ts'

interface ChartCrossProps {
  places: Places
  points: readonly ChartPoint[]
  format: (value: number) => string
  width: number
  children: ReactNode
}

/** Shows price and time under a mouse or a finger moving sideways; a finger moving up or down scrolls the page. */
export function ChartCross({ places, points, format, width, children }: ChartCrossProps) {
  const [atMs, setAtMs] = useState<number | null>(null)
  const point = atMs === null ? undefined : points[nearestAt(points, atMs)]

  function follow(event: PointerEvent<HTMLDivElement>) {
    const left = event.currentTarget.getBoundingClientRect().left
    setAtMs(places.at(event.clientX - left))
  }

  const end = () => setAtMs(null)
  return (
    <div
      className="size-full touch-pan-y select-none"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerUp={(event) => event.pointerType !== 'mouse' && end()}
      onPointerLeave={end}
      onPointerCancel={end}
    >
      {children}
      {point && (
        <>
          <svg
            width={width}
            height="100%"
            className="pointer-events-none absolute inset-0"
            aria-hidden="true"
          >
            <line
              x1={places.x(point.atMs)}
              x2={places.x(point.atMs)}
              y1={places.top}
              y2={places.bottom}
              className="stroke-ink-3"
              strokeDasharray="3 3"
            />
            <circle
              cx={places.x(point.atMs)}
              cy={places.y(point.value)}
              r={4.5}
              className="fill-ink stroke-ground"
              strokeWidth={2}
            />
          </svg>
          <p
            aria-hidden="true"
            data-readout
            className="pointer-events-none absolute top-0 rounded-2 bg-ground px-1.5 text-12 font-medium whitespace-nowrap text-ink"
            style={readoutAt(places, point.atMs)}
          >
            {format(point.value)} <bdi className="text-ink-2">{chartTime(point.atMs, 'all')}</bdi>
          </p>
        </>
      )}
    </div>
  )
}

/** Position of the readout: above the line under the finger, kept inside the drawing. */
function readoutAt({ x, width, rem }: Places, atMs: number) {
  const half = 100 * rem
  const middle = Math.min(width - half, Math.max(half, x(atMs)))
  return { left: middle, transform: 'translateX(-50%)' }
}
