import {
  AreaSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, type RefObject } from 'react'
import type { ChartPoint, ChartProps } from './Chart.tsx'
import { onColours, readColours } from './chartColours.ts'
import { areaOptions, chartOptions, timeText } from './chartOptions.ts'
import { createOrderOverlay } from './orderOverlay.ts'
import { timeIndex } from './timeIndex.ts'
import { useUiTexts } from '../base/uiTexts.tsx'

interface Parts {
  chart: IChartApi
  series: ISeriesApi<'Area'>
  overlay: ReturnType<typeof createOrderOverlay>
  /** The points in the series: a new tick is appended, any other change replaces them. */
  drawn: readonly ChartPoint[]
  /** Entry time of the order that the view last moved to. */
  viewed: number | null
}

/** The inside of a Chart. Use Chart, which loads this file and the drawing library. */
export function ChartCanvas(props: ChartProps & { height: number }) {
  const words = useUiTexts()
  const host = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLParagraphElement>(null)
  const parts = useRef<Parts | null>(null)
  const latest = useRef(props)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => build(host, readout, parts, latest), [])

  useEffect(() => {
    if (parts.current) show(parts.current, props, host.current)
  })

  return (
    <>
      <div role="img" aria-label={props.summary} className="absolute inset-0">
        <div ref={host} className="size-full" aria-hidden="true" />
      </div>
      <p
        ref={readout}
        aria-hidden="true"
        className="pointer-events-none absolute start-5 top-0 text-12 font-medium text-ink-2 empty:hidden"
      />
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noopener noreferrer"
        className={`absolute start-5 z-10 flex min-h-11 items-end text-11 text-ink-3 ${props.axis === false ? 'bottom-1' : 'bottom-7'}`}
      >
        {words.chartBy}
      </a>
    </>
  )
}

/** Creates the chart in its host; returns a function that removes it. */
function build(
  host: RefObject<HTMLDivElement | null>,
  readout: RefObject<HTMLParagraphElement | null>,
  parts: RefObject<Parts | null>,
  latest: RefObject<ChartProps>,
): (() => void) | undefined {
  const node = host.current
  if (!node) return undefined
  const axis = latest.current.axis !== false
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const colours = readColours(node)
  const chart = createChart(node, chartOptions(colours, axis, calm))
  const series = chart.addSeries(AreaSeries, areaOptions(colours))
  const overlay = createOrderOverlay({ points: [], order: null, way: 'flat', colours })
  series.attachPrimitive(overlay)
  const made: Parts = { chart, series, overlay, drawn: [], viewed: null }
  parts.current = made
  show(made, latest.current, node)

  chart.subscribeCrosshairMove((move) => {
    const point = move.seriesData.get(series)
    const value = point && 'value' in point ? point.value : null
    if (!readout.current) return
    readout.current.textContent =
      value === null || move.time === undefined
        ? ''
        : `${latest.current.format(value)}  ${timeText(move.time, null)}`
  })

  const stop = onColours(() => {
    const next = readColours(node)
    chart.applyOptions(chartOptions(next, axis, calm))
    series.applyOptions(areaOptions(next))
    show(made, latest.current, node)
  })

  return () => {
    stop()
    parts.current = null
    chart.remove()
  }
}

/** Applies the props: appends when only the end changed, and moves the view for a new order. */
function show(parts: Parts, { points, order = null, way = 'flat' }: ChartProps, host: HTMLElement | null) {
  if (!host) return
  draw(parts, points)
  parts.overlay.set({ points, order, way, colours: readColours(host) })
  const wanted = order?.entryAtMs ?? null
  if (wanted === parts.viewed || points.length < 2) return
  parts.viewed = wanted
  if (!order) return parts.chart.timeScale().scrollToRealTime()
  const entry = timeIndex(points, order.entryAtMs)
  const due = timeIndex(points, order.dueAtMs)
  const from = Math.max(0, entry - Math.max(20, 2 * (due - entry)))
  parts.chart.timeScale().setVisibleLogicalRange({ from, to: due + 0.1 * (due - from) })
}

function draw(parts: Parts, points: readonly ChartPoint[]) {
  const { drawn, series, chart } = parts
  if (points === drawn) return
  const kept = drawn.length - 1
  const continues =
    drawn.length > 1 &&
    points.length >= drawn.length &&
    points[0]?.atMs === drawn[0]?.atMs &&
    points[kept]?.atMs === drawn[kept]?.atMs
  parts.drawn = points
  if (continues) {
    for (const point of points.slice(kept)) series.update(dataOf(point))
    return
  }
  series.setData(points.map(dataOf))
  chart.timeScale().fitContent()
}

function dataOf(point: ChartPoint) {
  return { time: Math.floor(point.atMs / 1_000) as UTCTimestamp, value: point.value }
}
