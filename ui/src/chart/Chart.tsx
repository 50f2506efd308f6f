import { lazy, Suspense } from 'react'
import { Skeleton } from '../state/Skeleton.tsx'

/** A closing value. Points come oldest first, at least a second apart. Numbers for drawing alone: nothing is decided on them. */
export interface ChartPoint {
  atMs: number
  value: number
}

/** An open or settled order to draw over the line. */
export interface ChartOrder {
  direction: 'up' | 'down'
  entryAtMs: number
  dueAtMs: number
  /** Entry price, and the price that must be passed to win. */
  entry: number
  barrier: number
  /** On the entry line: "67,371.10". */
  entryText: string
  /** Under the due line: "00:47"; absent once it is settled. */
  timeLeft?: string
}

export interface ChartProps {
  points: readonly ChartPoint[]
  /** What the chart shows, in words: pair, period, low, high, last. Read in place of the drawing; need not change with each tick. */
  summary: string
  /** Writes a value in the readout: "67,412.50". */
  format: (value: number) => string
  /** Tone of the last point's dot when there is no order. */
  way?: 'up' | 'down' | 'flat'
  order?: ChartOrder | null
  /** CSS pixels. */
  height?: number
  /** Draws the time axis. */
  axis?: boolean
}

const load = () => import('./ChartCanvas.tsx')
const LazyChartCanvas = lazy(() => load().then((module) => ({ default: module.ChartCanvas })))

/** Fetches the drawing library: call it while the points are on their way. */
export async function preloadChart(): Promise<void> {
  await load()
}

/** The price line of a coin, with an order drawn on it. The drawing library is fetched with the first chart. */
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
