import { DAY_MS, HOUR_MS } from '@tickmark/core/days'

const MINUTE_MS = 60_000

/** An age in its largest whole unit. */
export interface Age {
  unit: 'now' | 'minutes' | 'hours' | 'yesterday' | 'days'
  count: number
}

/** The age of a moment, for the texts `age` of news. Both times in ms since 1970. Null beyond a week, where a date says more. */
export function timeAgo(atMs: number, nowMs: number): Age | null {
  const goneMs = Math.max(0, nowMs - atMs)
  if (goneMs >= 7 * DAY_MS) return null
  if (goneMs < MINUTE_MS) return { unit: 'now', count: 0 }
  if (goneMs < HOUR_MS) return { unit: 'minutes', count: Math.floor(goneMs / MINUTE_MS) }
  if (goneMs < DAY_MS) return { unit: 'hours', count: Math.floor(goneMs / HOUR_MS) }
  const count = Math.floor(goneMs / DAY_MS)
  return { unit: count === 1 ? 'yesterday' : 'days', count }
}
