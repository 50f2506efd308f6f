import { pathThrough } from './pathThrough.ts'

/** An SVG path through `values` from left to right, scaled into a box with `pad` pixels free above and below. */
export function linePath(values: readonly number[], width: number, height: number, pad: number): string {
  if (values.length < 2) return `M0 ${height / 2}L${width} ${height / 2}`
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const yOf = (value: number) =>
    span === 0 ? height / 2 : pad + (1 - (value - low) / span) * (height - 2 * pad)
  return pathThrough(values.map((value, at) => [(at / (values.length - 1)) * width, yOf(value)]))
}
