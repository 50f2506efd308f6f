/** A place in a drawing, in CSS pixels from its top left corner. */
export interface Point {
  x: number
  y: number
}

export interface Box {
  width: number
  height: number
  /** Room that stays free round the line. */
  pad: number
}

/** Where the values of a history stand in a box: by their time from left to right. For drawing alone, so floats do. */
export function placesOf(times: readonly number[], values: readonly string[], box: Box): Point[] {
  const numbers = values.map(Number)
  const from = times[0] ?? 0
  const long = (times.at(-1) ?? from) - from
  const low = Math.min(...numbers)
  const span = Math.max(...numbers) - low
  return numbers.map((value, at) => ({
    x: box.pad + (long === 0 ? 0 : ((times[at] ?? from) - from) / long) * (box.width - 2 * box.pad),
    y: span === 0 ? box.height / 2 : box.pad + (1 - (value - low) / span) * (box.height - 2 * box.pad),
  }))
}

/** The line through them. */
export function pathThrough(places: readonly Point[]): string {
  return places.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** The place that is nearest to a point of the width; -1 when there is none. */
export function nearestTo(x: number, places: readonly Point[]): number {
  let best = -1
  let least = Infinity
  for (const [at, place] of places.entries()) {
    const away = Math.abs(place.x - x)
    if (away < least) [best, least] = [at, away]
  }
  return best
}

/** The lowest and the highest of decimals, as they were written; null of none. */
export function rangeOf(values: readonly string[]): { low: string; high: string } | null {
  const sorted = values.toSorted((a, b) => Number(a) - Number(b))
  const [low, high] = [sorted[0], sorted.at(-1)]
  return low === undefined || high === undefined ? null : { low, high }
}
