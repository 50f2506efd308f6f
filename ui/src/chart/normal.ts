/** Density of the standard normal distribution, without its constant: 1 at the middle. */
export function bell(z: number): number {
  return Math.exp((-z * z) / 2)
}

/**
 * The quantile of the standard normal distribution at `p` (0 to 1, clamped to 1e-6 from either end). For drawing
 * only: error under 5e-4. Source: Abramowitz and Stegun 26.2.23.
 */
export function normalQuantile(p: number): number {
  const q = Math.min(1 - 1e-6, Math.max(1e-6, p))
  if (q > 0.5) return -normalQuantile(1 - q)
  const t = Math.sqrt(-2 * Math.log(q))
  const top = 2.515517 + t * (0.802853 + t * 0.010328)
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return -(t - top / bottom)
}
