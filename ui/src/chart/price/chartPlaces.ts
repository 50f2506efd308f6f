import type { ChartPoint } from './Chart.tsx'
import { pathThrough } from '../pathThrough.ts'

/** Positions of a drawing's times and prices, in CSS pixels. */
export interface Places {
  x(atMs: number): number
  y(price: number): number
  /** The time at a position. */
  at(x: number): number
  /** Edges of the drawing inside its scales. */
  right: number
  top: number
  bottom: number
  /** The whole width, with the price scale. */
  width: number
  height: number
  low: number
  high: number
  /** Text size relative to the default: 1, or 2 at 200 %. */
  rem: number
}

interface Frame {
  from: number
  until: number
  low: number
  high: number
  width: number
  height: number
  rem: number
  /** Length of the longest price. */
  letters: number
}

/** Width of a digit at the smallest text size. */
export const DIGIT = 6.3
/** Room for the readout above and the times below. */
const ABOVE = 22
const BELOW = 24

export function placesOf({ from, until, low, high, width, height, rem, letters }: Frame): Places {
  const right = Math.max(width * 0.5, width - letters * DIGIT * rem - 16)
  const top = ABOVE * rem
  const bottom = height - BELOW * rem
  const span = until - from || 1
  // The last dot must not touch the price scale.
  const room = right - 10
  return {
    x: (atMs) => ((atMs - from) / span) * room,
    y: (price) => bottom - ((price - low) / (high - low || 1)) * (bottom - top),
    at: (x) => from + (x / room) * span,
    right,
    top,
    bottom,
    width,
    height,
    low,
    high,
    rem,
  }
}

/** An SVG path through points. */
export function pathOf(points: readonly ChartPoint[], { x, y }: Places): string {
  return pathThrough(points.map((one) => [x(one.atMs), y(one.value)]))
}

/** Moves a position so that a centred text of this length is not cut off. */
export function within(x: number, letters: number, { width, rem }: Places): number {
  const half = (letters * DIGIT * rem) / 2 + 4
  return Math.min(width - half, Math.max(half, x))
}

/** The halo of the last dot, and some distance from it. */
const DOT = 14

/** Position of an extreme's centred text: over its point, but never cut off, and beside the dot when that is near. */
export function extremeAt(x: number, letters: number, dotX: number, places: Places): number {
  const half = letters * 3.4 * places.rem
  const isNear = dotX - x < 2 * DOT
  const end = isNear ? dotX - DOT : places.right
  return within(Math.min(end - half, x), letters, places)
}

/** Height of a price label on the scale, and the least distance between two. */
export const TAG = 19
const APART = 21

/** Position of a price label on the scale: beside its price, and never cut off. */
export function tagAt(y: number, { top, bottom, rem }: Places): number {
  const half = (TAG / 2) * rem
  return Math.min(bottom - half, Math.max(top - half, y))
}

/** Position of the entry price's label: beside its price, and clear of the last price's label. */
export function entryTagAt(entryY: number, lastY: number, places: Places): number {
  const [own, last] = [tagAt(entryY, places), tagAt(lastY, places)]
  const apart = APART * places.rem
  if (Math.abs(own - last) >= apart) return own
  const moved = last + (entryY >= lastY ? apart : -apart)
  return tagAt(moved, places) === moved ? moved : 2 * last - moved
}
