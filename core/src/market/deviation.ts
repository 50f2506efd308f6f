/** How far one second's log return deviates, and how well that is known. Prices orders; decides none. */
export interface Deviation {
  /** Standard deviation of one second's log return, with 12 decimals. */
  sigma: number
  /** Relative standard error of `sigma`, with 6 decimals; 0 for the simulated market, which is drawn with `sigma`. */
  error: number
}

/** How many standard errors a price allows for. */
export const ERRORS = 2

/** A deviation with the decimals that are published, from which every rate follows. */
export function roundedDeviation(sigma: number, error: number): Deviation {
  return { sigma: Math.round(sigma * 1e12) / 1e12, error: Math.ceil(error * 1e6) / 1e6 }
}

/** The lowest and the highest deviation within so many standard errors. */
export function deviationRange(
  { sigma, error }: Deviation,
  errors = ERRORS,
): readonly [least: number, most: number] {
  return [sigma * (1 - errors * error), sigma * (1 + errors * error)]
}

/** The largest change of the deviation, in millionths, that a quote survives. */
export const MOVED_PPM = 20_000

/** Whether the deviation is still about what it was. */
export function deviationStands(quotedSigma: number, present: Deviation): boolean {
  return Math.abs(present.sigma / quotedSigma - 1) * 1e6 <= MOVED_PPM
}
