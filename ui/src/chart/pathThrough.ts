/** A point in an SVG's own units. */
export type Point = readonly [x: number, y: number]

/** The path from point to point in straight lines, to a tenth of a unit. */
export function pathThrough(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
