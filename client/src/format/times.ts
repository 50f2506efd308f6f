import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { once } from './format.ts'

/**
 * Formats times for lists and chats, with Latin digits. Separate from `format.ts`, which is part of the first screen.
 */
export interface Times {
  /** Milliseconds since 1970 as local time, "21:14". */
  clock(ms: number): string
  /** The local day, "Fri, Nov 14". */
  day(ms: number): string
  /** The local day with its year, "Nov 14, 2025". */
  farDay(ms: number): string
  /** The local date and time to the second, "Nov 14, 2025, 21:14:03". */
  moment(ms: number): string
  /** A date that is the same for every reader, "2026-01-31" in UTC, as "Jan 31, 2026". */
  utcDay(date: string): string
  /** A day by its distance: "yesterday", "3 days ago". */
  daysAgo(count: number): string
}

const times = new Map<Language, Times>()

/**
 * One set for each language, with each formatter created once: creating them for every row costs more than the rows.
 */
export function timesOf(language: Language): Times {
  const known = times.get(language)
  if (known) return known
  const made = makeTimes(`${LANGUAGE_TAGS[language]}-u-nu-latn`)
  times.set(language, made)
  return made
}

function makeTimes(tag: string): Times {
  const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = once(() => new Intl.DateTimeFormat(tag, minutes))
  const weekday = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const day = once(() => new Intl.DateTimeFormat(tag, weekday))
  const farDay = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
  const medium = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const
  const moment = once(() => new Intl.DateTimeFormat(tag, medium))
  const utcDay = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }))
  const daysAgo = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  return {
    clock: (ms) => clock().format(ms),
    day: (ms) => day().format(ms),
    farDay: (ms) => farDay().format(ms),
    moment: (ms) => moment().format(ms),
    utcDay: (date) => utcDay().format(Date.parse(`${date}T00:00:00Z`)),
    daysAgo: (count) => daysAgo().format(-count, 'day'),
  }
}
