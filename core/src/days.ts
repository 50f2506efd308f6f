/** Length of an hour, ms. */
export const HOUR_MS = 3_600_000

/** Length of a day, ms: all days are UTC days, which have this length. */
export const DAY_MS = 24 * HOUR_MS

/** The UTC midnight at or before a moment, ms since 1970. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}

/** The UTC date of a moment, YYYY-MM-DD. */
export function utcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The first UTC midnight after a moment, ms since 1970. */
export function nextMidnight(ms: number): number {
  return startOfDay(ms) + DAY_MS
}

/** The UTC midnight of the last day of the month some months after a moment's. */
export function monthEnd(ms: number, months: number): number {
  const at = new Date(ms)
  // Day 0 of a month is the last day of the month before it.
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)
}

/** The time `months` calendar months later (UTC); a day that the month lacks becomes its last day. */
export function monthsLater(ms: number, months: number): number {
  const end = monthEnd(ms, months)
  const daysBack = Math.max(0, new Date(end).getUTCDate() - new Date(ms).getUTCDate())
  return end - daysBack * DAY_MS + (ms - startOfDay(ms))
}
