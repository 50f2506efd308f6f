import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { ChartOrder, ChartPoint } from './Chart.tsx'
import { faded, type ChartColours } from './chartColours.ts'
import { timeIndex } from './timeIndex.ts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

export interface OverlayState {
  points: readonly ChartPoint[]
  order: ChartOrder | null
  way: 'up' | 'down' | 'flat'
  colours: ChartColours
}

interface Scales {
  x: (atMs: number) => number | null
  y: (price: number) => number | null
  width: number
  height: number
}

/** Draws the order (entry line, winning region, due time) and the last point over the series. */
export function createOrderOverlay(
  initial: OverlayState,
): ISeriesPrimitive & { set: (next: OverlayState) => void } {
  let state = initial
  let chart: IChartApi | null = null
  let series: ISeriesApi<'Area'> | null = null
  let refresh: () => void = () => {}

  function draw(target: Target, layer: 'under' | 'over') {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      if (!chart || !series) return
      const { points } = state
      const time = chart.timeScale()
      const line = series
      const scales: Scales = {
        x: (atMs) => between(timeIndex(points, atMs), (place) => time.logicalToCoordinate(place as Logical)),
        y: (price) => line.priceToCoordinate(price),
        ...mediaSize,
      }
      if (layer === 'under') drawRegion(context, state, scales)
      else drawMarks(context, state, scales)
    })
  }

  const under = [
    {
      zOrder: () => 'bottom' as const,
      renderer: () => ({ draw: (target: Target) => draw(target, 'under') }),
    },
  ]
  const over = [
    { zOrder: () => 'top' as const, renderer: () => ({ draw: (target: Target) => draw(target, 'over') }) },
  ]
  const views = [...under, ...over]

  return {
    set(next) {
      state = next
      refresh()
    },
    attached(param: SeriesAttachedParameter) {
      chart = param.chart
      series = param.series as ISeriesApi<'Area'>
      refresh = param.requestUpdate
    },
    detached() {
      chart = null
      series = null
      refresh = () => {}
    },
    paneViews: () => views,
    autoscaleInfo() {
      const { order } = state
      if (!order) return null
      const reach = Math.abs(order.barrier - order.entry)
      return {
        priceRange: {
          minValue: Math.min(order.entry, order.barrier) - reach,
          maxValue: Math.max(order.entry, order.barrier) + reach,
        },
      }
    },
  }
}

/** The coordinate of a fractional index. The scale itself accepts whole indexes only and answers 0 for any other. */
function between(place: number, coordinate: (whole: number) => number | null): number | null {
  const low = Math.floor(place)
  const from = coordinate(low)
  const to = coordinate(low + 1)
  return from === null || to === null ? null : from + (to - from) * (place - low)
}

function drawRegion(
  context: CanvasRenderingContext2D,
  { order, colours, points }: OverlayState,
  scales: Scales,
) {
  if (!order || points.length < 2) return
  const from = scales.x(order.entryAtMs)
  const to = scales.x(order.dueAtMs)
  const barrier = scales.y(order.barrier)
  if (from === null || to === null || barrier === null) return
  const top = order.direction === 'up' ? 0 : barrier
  const bottom = order.direction === 'up' ? barrier : scales.height
  context.fillStyle = faded(order.direction === 'up' ? colours.up : colours.down, 0.1)
  context.fillRect(from, top, to - from, bottom - top)
  context.strokeStyle = faded(order.direction === 'up' ? colours.up : colours.down, 0.45)
  strokeLine(context, from, barrier, to, barrier, [2, 3])
}

function drawMarks(context: CanvasRenderingContext2D, state: OverlayState, scales: Scales) {
  const { points, colours, order } = state
  const last = points.at(-1)
  if (!last || points.length < 2) return
  if (order) drawOrder(context, order, colours, scales)
  const x = scales.x(last.atMs)
  const y = scales.y(last.value)
  if (x === null || y === null) return
  const tone = dotTone(state, last.value)
  disc(context, x, y, 9, faded(tone, 0.2))
  disc(context, x, y, 4, tone)
}

function drawOrder(
  context: CanvasRenderingContext2D,
  order: ChartOrder,
  colours: ChartColours,
  scales: Scales,
) {
  const entryX = scales.x(order.entryAtMs)
  const entryY = scales.y(order.entry)
  const dueX = scales.x(order.dueAtMs)
  if (entryX === null || entryY === null || dueX === null) return
  context.font = `500 ${colours.textPx}px ${colours.font}`
  context.textBaseline = 'middle'

  context.strokeStyle = colours.ink3
  strokeLine(context, dueX, 0, dueX, scales.height - (order.timeLeft ? colours.textPx + 7 : 0), [3, 3])
  if (order.timeLeft) {
    const half = context.measureText(order.timeLeft).width / 2
    context.fillStyle = colours.ink2
    context.textAlign = 'center'
    context.fillText(order.timeLeft, Math.min(dueX, scales.width - half - 4), scales.height - 8)
  }

  context.strokeStyle = colours.brand
  context.lineWidth = 1.2
  strokeLine(context, entryX, entryY, scales.width, entryY, [])
  drawTag(context, order.entryText, entryY, colours, scales)
  disc(context, entryX, entryY, 4.5, colours.ground)
  context.lineWidth = 2
  context.beginPath()
  context.arc(entryX, entryY, 4.5, 0, 2 * Math.PI)
  context.stroke()
}

/** The label of the entry price on its line, at the right edge, kept inside the drawing. */
function drawTag(
  context: CanvasRenderingContext2D,
  text: string,
  y: number,
  colours: ChartColours,
  scales: Scales,
) {
  const width = Math.ceil(context.measureText(text).width) + 16
  const half = Math.ceil(colours.textPx * 0.9)
  const middle = Math.min(scales.height - 12, Math.max(12, y))
  context.fillStyle = colours.brand
  context.beginPath()
  context.roundRect(scales.width - width - 8, middle - half, width, 2 * half, 6)
  context.fill()
  context.fillStyle = colours.onBrand
  context.textAlign = 'center'
  context.fillText(text, scales.width - 8 - width / 2, middle + 0.5)
}

/** With an order: the order's colour while it would win, else grey. */
function dotTone({ order, way, colours }: OverlayState, value: number): string {
  if (!order) return way === 'flat' ? colours.ink : colours[way]
  const wins = order.direction === 'up' ? value > order.barrier : value < order.barrier
  return wins ? colours[order.direction] : colours.ink3
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string) {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

function strokeLine(
  context: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  dash: number[],
) {
  context.setLineDash(dash)
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x2, y2)
  context.stroke()
  context.setLineDash([])
}
