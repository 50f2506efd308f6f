/** Length of a day, ms: all days are UTC days, which have this length. */
export const DAY_MS = 86_400_000

/** The UTC midnight at or before a moment, ms since 1970. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

/** The first UTC midnight after a moment, ms since 1970. */
export function nextMidnight(ms: number): number {
  return startOfDay(ms) + DAY_MS
}
