import type { Language } from '@tickmark/texts/languages'
import { timesOf } from '@tickmark/client/format/times.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The age of a moment as text, "3 hours ago". Both times in ms since 1970. Null beyond a week, where a date says more.
 */
export function timeAgo(atMs: number, nowMs: number, language: Language): string | null {
  const goneMs = Math.max(0, nowMs - atMs)
  if (goneMs >= 7 * DAY_MS) return null
  const { ago } = timesOf(language)
  if (goneMs < HOUR_MS) return ago(Math.floor(goneMs / MINUTE_MS), 'minute')
  if (goneMs < DAY_MS) return ago(Math.floor(goneMs / HOUR_MS), 'hour')
  return ago(Math.floor(goneMs / DAY_MS), 'day')
}
