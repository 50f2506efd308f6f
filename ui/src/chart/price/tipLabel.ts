import type { ChartPoint } from './Chart.tsx'
import type { Places } from './chartPlaces.ts'

/** Distance from the line's end to a label's baseline over and under it. */
const OVER = 12
const UNDER = 20
/** The same from the line itself, which has no dot. */
const CLEAR = { over: 6, under: 14 }
/** What letters take over and under their baseline. */
const LETTERS = { over: 10, under: 4 }
/** Room at the edges: for the name of the winning side, and beside the price scale. */
const EDGE = { top: 4, bottom: 18, start: 4, end: 8 }
/** Width of a letter at the smallest text size, and of a Chinese, Japanese or Korean one. */
const LETTER = 6
const FULL_LETTER = 11
const FULL = /[\u2e80-\uffff]/g
/** Marks of direction, which have no width. */
const MARKS = /[\u200e\u200f\u2066-\u2069]/g

interface LineEnd {
  x: number
  y: number
  /** Height of the order's line. */
  levelY: number
  /** Height of the line at the entry price; null without one. */
  entryY: number | null
}

/** A text's place. It ends at `x` where it stands before the line's end, and otherwise starts there. */
export interface TipLabel {
  x: number
  y: number
  anchor: 'start' | 'end'
}

/** The first of the texts that does not reach the price scale from the left edge; the last one, if none does. */
export function fittingText(texts: readonly string[], { rem, right }: Places): string | undefined {
  return texts.find((text) => EDGE.start + widthOf(text) * rem <= right - EDGE.end) ?? texts.at(-1)
}

/**
 * Place of the label beside the line's end: after it where there is room, otherwise before it, over or under the line that
 * led there. Away from the order's line, unless that is outside the drawing, and not on the line at the entry price.
 */
export function tipLabelAt(
  text: string,
  { x, y, levelY, entryY }: LineEnd,
  points: readonly ChartPoint[],
  places: Places,
): TipLabel {
  const { rem, right } = places
  const width = widthOf(text) * rem
  const isUnder = y > levelY
  const [above, below] = [y - OVER * rem, y + UNDER * rem]
  const heightAt = (wanted: { above: number; below: number }) =>
    heightOf({ ...offLine(wanted, entryY, rem), isUnder }, places)
  if (x + 14 + width < right) return { x: x + 12, y: heightAt({ above, below }), anchor: 'start' }
  const end = Math.max(EDGE.start + width, x - 8)
  const line = heightsBetween(end - width, end, points, places)
  const clear = {
    above: Math.min(above, line.highest - CLEAR.over * rem),
    below: Math.max(below, line.lowest + CLEAR.under * rem),
  }
  return { x: end, y: heightAt(clear), anchor: 'end' }
}

/** Two baselines, moved over and under a line where letters on them would stand on it. */
function offLine({ above, below }: { above: number; below: number }, lineY: number | null, rem: number) {
  const isOn = (baseline: number) =>
    lineY !== null && lineY > baseline - LETTERS.over * rem && lineY < baseline + LETTERS.under * rem
  return {
    above: isOn(above) ? Number(lineY) - CLEAR.over * rem : above,
    below: isOn(below) ? Number(lineY) + CLEAR.under * rem : below,
  }
}

/** The wanted one of two baselines, if it is inside the drawing. Where neither is, the edge with more room. */
function heightOf(
  { above, below, isUnder }: { above: number; below: number; isUnder: boolean },
  { top, bottom, rem }: Places,
): number {
  const [highest, lowest] = [top + EDGE.top * rem, bottom - EDGE.bottom * rem]
  const over = above >= highest ? Math.min(above, lowest) : null
  const under = below <= lowest ? Math.max(below, highest) : null
  const [wanted, other] = isUnder ? [under, over] : [over, under]
  return wanted ?? other ?? (above - highest > lowest - below ? highest : lowest)
}

/** The highest and the lowest place of the line between two positions. */
function heightsBetween(from: number, until: number, points: readonly ChartPoint[], { x, y }: Places) {
  const xs = points.map((one) => x(one.atMs))
  const ys = points
    .filter((_, at) => (xs[at + 1] ?? Infinity) >= from && (xs[at - 1] ?? -Infinity) <= until)
    .map((one) => y(one.value))
  return { highest: Math.min(...ys), lowest: Math.max(...ys) }
}

function widthOf(text: string): number {
  const letters = text.replace(MARKS, '')
  const full = letters.match(FULL)?.length ?? 0
  return full * FULL_LETTER + (letters.length - full) * LETTER
}
