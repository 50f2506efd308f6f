import type { ChartPoint } from './Chart.tsx'

/**
 * The fractional index of a moment among the points, for a scale that accepts whole indexes only. Interpolates between
 * two points, and extrapolates outside them with the average spacing. Needs two points or more.
 */
export function timeIndex(points: readonly ChartPoint[], atMs: number): number {
  const last = points.length - 1
  const first = points[0]
  const end = points[last]
  if (!first || !end || last < 1) return 0
  const spacing = (end.atMs - first.atMs) / last
  if (atMs >= end.atMs) return last + (atMs - end.atMs) / spacing
  if (atMs <= first.atMs) return (atMs - first.atMs) / spacing
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? 0) <= atMs) low = middle
    else high = middle
  }
  const before = points[low]?.atMs ?? 0
  const after = points[high]?.atMs ?? before
  return after === before ? low : low + (atMs - before) / (after - before)
}
