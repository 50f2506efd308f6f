/** Standard deviation of one second's log return, and its precision. It prices orders, and decides none. */
export interface Deviation {
  /** Standard deviation of one second's log return, with 12 decimals. */
  sigma: number
  /** Relative standard error of `sigma`, with 6 decimals; 0 for the simulated market, which is drawn with `sigma`. */
  error: number
}

/** Standard errors that a price allows for. */
export const ERRORS = 2

/** A deviation rounded to the published decimals; every rate follows from this. */
export function roundedDeviation(sigma: number, error: number): Deviation {
  return { sigma: Math.round(sigma * 1e12) / 1e12, error: Math.ceil(error * 1e6) / 1e6 }
}

/** The lowest and highest deviation within the given number of standard errors. */
export function deviationRange(
  { sigma, error }: Deviation,
  errors = ERRORS,
): readonly [least: number, most: number] {
  return [sigma * (1 - errors * error), sigma * (1 + errors * error)]
}

/** Largest change of the deviation, in millionths, at which a quote stays valid. */
export const MOVED_PPM = 20_000

/** Whether the deviation is within tolerance of the quoted one. */
export function deviationStands(quotedSigma: number, present: Deviation): boolean {
  return Math.abs(present.sigma / quotedSigma - 1) * 1e6 <= MOVED_PPM
}
