import { DAY_MS, HOUR_MS, startOfDay, utcDate } from '@tickmark/core/days'

/** A day's record is made in the first minutes after it. */
const MADE_WITHIN_MS = HOUR_MS

/**
 * Days that should have a record at a moment, from the day of `firstMs` on, which has none: the first of them, their number, and
 * since when its record has been late. Null when none is late. Times in ms since 1970.
 */
export function daysWithoutRecord(
  firstMs: number,
  nowMs: number,
): { day: string; count: number; since: number } | null {
  const first = startOfDay(firstMs)
  const since = first + DAY_MS + MADE_WITHIN_MS
  if (nowMs < since) return null
  const count = Math.floor((nowMs - MADE_WITHIN_MS - first) / DAY_MS)
  return { day: utcDate(first), count, since }
}
