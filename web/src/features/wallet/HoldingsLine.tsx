import { useMemo, type PointerEvent } from 'react'
import { pathThrough } from '@tickmark/ui/chart/pathThrough.ts'
import { useBox } from '@tickmark/ui/chart/useBox.ts'
import { nearestTo, placesOf } from './holdingsLine.ts'

interface HoldingsLineProps {
  times: readonly number[]
  values: readonly string[]
  /** Describes the drawing. */
  label: string
  height: number
  touched: number | null
  onTouch: (at: number | null) => void
}

const PAD = 6

/** The line of a history, as wide as its container; a finger or pointer on it marks the nearest moment. */
export function HoldingsLine({ times, values, label, height, touched, onTouch }: HoldingsLineProps) {
  const { ref, width } = useBox()
  const places = useMemo(
    () => placesOf(times, values, { width, height, pad: PAD }),
    [times, values, width, height],
  )
  const mark = touched === null ? places.at(-1) : places[touched]

  function touch(event: PointerEvent<SVGSVGElement>) {
    const at = nearestTo(event.clientX - event.currentTarget.getBoundingClientRect().left, places)
    onTouch(at < 0 ? null : at)
  }

  return (
    <div ref={ref} className="mt-1 mb-3" style={{ blockSize: height }}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        fill="none"
        direction="ltr"
        className="block touch-pan-y overflow-visible"
        onPointerDown={touch}
        onPointerMove={touch}
        onPointerLeave={() => onTouch(null)}
        onPointerCancel={() => onTouch(null)}
      >
        {mark && touched !== null && (
          <line x1={mark.x} x2={mark.x} y1={0} y2={height} className="stroke-rule" />
        )}
        <path
          d={pathThrough(places.map(({ x, y }) => [x, y]))}
          className="stroke-ink"
          strokeWidth={1.7}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {mark && <circle cx={mark.x} cy={mark.y} r={3.5} className="fill-brand" />}
      </svg>
    </div>
  )
}
