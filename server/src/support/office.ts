import type { OfficeHours } from './ports.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/**
 * Whether support is open, and if not, when it opens next (ms since 1970). Hours may pass midnight; equal ends mean all
 * day.
 */
export function officeAt(
  hours: OfficeHours | null,
  nowMs: number,
): { isOpen: boolean; opensAtMs: number | null } {
  if (hours === null || hours.fromMinute === hours.toMinute) return { isOpen: true, opensAtMs: null }
  const { fromMinute, toMinute } = hours
  const now = Math.floor(nowMs / MINUTE_MS)
  const minute = now % DAY_MINUTES
  const isOpen =
    fromMinute < toMinute
      ? fromMinute <= minute && minute < toMinute
      : minute >= fromMinute || minute < toMinute
  if (isOpen) return { isOpen, opensAtMs: null }
  const wait = (fromMinute - minute + DAY_MINUTES) % DAY_MINUTES
  return { isOpen, opensAtMs: (now + wait) * MINUTE_MS }
}

/** As "09:00-18:00"; empty when support is always open. */
export function hoursText(hours: OfficeHours | null): string {
  if (hours === null || hours.fromMinute === hours.toMinute) return ''
  return `${clockText(hours.fromMinute)}-${clockText(hours.toMinute)}`
}

function clockText(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
