import { memo } from 'react'
import { linePath } from './linePath.ts'

export interface SparklineProps {
  /** Oldest first; fewer than two values draw a flat line. */
  values: readonly number[]
  way: 'up' | 'down' | 'flat'
  width?: number
  height?: number
}

const STROKES = { up: 'stroke-up', down: 'stroke-down', flat: 'stroke-ink-3' }

/** The prices of a day in one stroke. Decorative: the change in figures stands beside it. */
export const Sparkline = memo(function Sparkline({ values, way, width = 84, height = 30 }: SparklineProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      aria-hidden="true"
      focusable="false"
      className={`flex-none ${STROKES[way]}`}
    >
      <path
        d={linePath(values, width, height, 2)}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
})
