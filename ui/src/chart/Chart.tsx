import { lazy, Suspense } from 'react'
import { Skeleton } from '../state/Skeleton.tsx'

/**
 * A closing price. Points come oldest first, at least one second apart. For drawing only: these floats decide nothing.
 */
export interface ChartPoint {
  atMs: number
  value: number
}

/** An open or settled order, drawn over the line. */
export interface ChartOrder {
  direction: 'up' | 'down'
  entryAtMs: number
  dueAtMs: number
  /** Entry price, and the price that must be passed to win. */
  entry: number
  barrier: number
  /** Label of the entry line: "67,371.10". */
  entryText: string
  /** Label of the due line: "00:47"; absent once the order is settled. */
  timeLeft?: string
}

export interface ChartProps {
  points: readonly ChartPoint[]
  /**
   * The chart in words: pair, period, low, high, last. Screen readers read it instead of the drawing; it need not
   * change with each tick.
   */
  summary: string
  /** Formats a value for the readout: "67,412.50". */
  format: (value: number) => string
  /** Colour of the last point's dot when there is no order. */
  way?: 'up' | 'down' | 'flat'
  order?: ChartOrder | null
  /** CSS pixels. */
  height?: number
  /** Draws the time axis. */
  axis?: boolean
}

const load = () => import('./ChartCanvas.tsx')
const LazyChartCanvas = lazy(() => load().then((module) => ({ default: module.ChartCanvas })))

/** Loads the drawing library; call it while the points are loading. */
export async function preloadChart(): Promise<void> {
  await load()
}

/** The price line of a coin, with an order drawn on it. Loads the drawing library with the first chart. */
export function Chart(props: ChartProps) {
  const { height = 286 } = props
  return (
    <div dir="ltr" className="relative overflow-hidden" style={{ blockSize: height }}>
      <Suspense fallback={<Skeleton shape="chart" />}>
        <LazyChartCanvas {...props} height={height} />
      </Suspense>
    </div>
  )
}
