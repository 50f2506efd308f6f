/** A point in a drawing, in CSS pixels from its top left corner. */
export interface Point {
  x: number
  y: number
}

export interface Box {
  width: number
  height: number
  /** Free space around the line. */
  pad: number
}

/** Least height of the drawing as a share of the highest value: without it, a change of a cent would look like a fall. */
const LEAST_SPAN = 0.01

/** Maps the values of a history into a box, by their time from left to right. For drawing only, so floats suffice. */
export function placesOf(times: readonly number[], values: readonly string[], box: Box): Point[] {
  const numbers = values.map(Number)
  const from = times[0] ?? 0
  const long = (times.at(-1) ?? from) - from
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)]
  const span = Math.max(highest - lowest, highest * LEAST_SPAN)
  const middle = (lowest + highest) / 2
  return numbers.map((value, at) => ({
    x: box.pad + (long === 0 ? 0 : ((times[at] ?? from) - from) / long) * (box.width - 2 * box.pad),
    y: box.height / 2 - (span === 0 ? 0 : ((value - middle) / span) * (box.height - 2 * box.pad)),
  }))
}

/** Index of the point nearest to an x position; -1 without points. */
export function nearestTo(x: number, places: readonly Point[]): number {
  let best = -1
  let least = Infinity
  for (const [at, place] of places.entries()) {
    const away = Math.abs(place.x - x)
    if (away < least) [best, least] = [at, away]
  }
  return best
}

/** The lowest and highest of some decimals, as written; null for an empty list. */
export function rangeOf(values: readonly string[]): { low: string; high: string } | null {
  const sorted = values.toSorted((a, b) => Number(a) - Number(b))
  const [low, high] = [sorted[0], sorted.at(-1)]
  return low === undefined || high === undefined ? null : { low, high }
}
