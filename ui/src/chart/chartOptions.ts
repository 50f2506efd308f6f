import {
  ColorType,
  CrosshairMode,
  LineStyle,
  TickMarkType,
  type DeepPartial,
  type ChartOptions,
  type AreaSeriesPartialOptions,
  type Time,
} from 'lightweight-charts'
import { faded, type ChartColours } from './chartColours.ts'

/** Colours, fonts and gestures of a chart: no price axis, a dashed grid, vertical drags left to the page. */
export function chartOptions(colours: ChartColours, axis: boolean, calm: boolean): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.ink3,
      fontFamily: colours.font,
      fontSize: colours.textPx,
      // The library's logo inserts a <style> that the page's policy refuses; ChartCanvas shows the link instead.
      attributionLogo: false,
    },
    grid: {
      vertLines: { visible: false },
      horzLines: { color: colours.rule, style: LineStyle.SparseDotted },
    },
    rightPriceScale: { visible: false, scaleMargins: { top: 0.09, bottom: 0.16 } },
    leftPriceScale: { visible: false },
    timeScale: {
      visible: axis,
      borderVisible: false,
      rightOffset: 4,
      minBarSpacing: 0.4,
      timeVisible: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => timeText(time, type),
    },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: colours.ink3, style: LineStyle.Dashed, width: 1, labelBackgroundColor: colours.ink },
      horzLine: { visible: false, labelVisible: false },
    },
    localization: { timeFormatter: (time: Time) => timeText(time, null) },
    handleScroll: { vertTouchDrag: false, horzTouchDrag: true, pressedMouseMove: true, mouseWheel: true },
    handleScale: { pinch: true, mouseWheel: true, axisPressedMouseMove: false },
    kineticScroll: { touch: !calm, mouse: false },
  }
}

/** The line in ink colour over a faint area of the same colour. */
export function areaOptions(colours: ChartColours): AreaSeriesPartialOptions {
  return {
    lineColor: colours.ink,
    lineWidth: 2,
    topColor: faded(colours.ink, 0.08),
    bottomColor: faded(colours.ink, 0),
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerRadius: 4,
    crosshairMarkerBorderColor: colours.ground,
    crosshairMarkerBackgroundColor: colours.ink,
  }
}

const FORMATS: Record<TickMarkType | 'full', Intl.DateTimeFormatOptions> = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: { day: 'numeric', month: 'short' },
  [TickMarkType.Time]: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  [TickMarkType.TimeWithSeconds]: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  full: {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
}

/** Formats a chart's time (whole UTC seconds) as local time in the page's language, with Latin digits. */
export function timeText(time: Time, type: TickMarkType | null): string {
  const lang = document.documentElement.lang || 'en'
  return new Intl.DateTimeFormat(`${lang}-u-nu-latn`, FORMATS[type ?? 'full']).format(Number(time) * 1_000)
}
