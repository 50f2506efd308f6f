/** What a chart says of a moment: its time of day, its day, or all of it. */
export type TimeParts = 'second' | 'minute' | 'day' | 'all'

const DAY = { day: 'numeric', month: 'short' } as const
const ALL = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Class of a text with a time: the chart runs from left to right in every language, and a date in it does not. */
export const OWN_WAY = '[unicode-bidi:plaintext]'

/**
 * A moment as local time in the page's language, with Latin digits. All our languages write the time of day alike; a test
 * compares with Intl, whose first formatter loads locale data for longer than a chart takes to draw.
 */
export function chartTime(atMs: number, parts: TimeParts): string {
  const at = new Date(atMs)
  if (parts === 'day' || parts === 'all') return formatterOf(parts).format(at)
  const clock = [at.getHours(), at.getMinutes(), ...(parts === 'second' ? [at.getSeconds()] : [])]
  return clock.map((one) => String(one).padStart(2, '0')).join(':')
}

function formatterOf(parts: 'day' | 'all'): Intl.DateTimeFormat {
  const tag = `${document.documentElement.lang || 'en'}-u-nu-latn`
  const key = tag + parts
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(tag, parts === 'day' ? DAY : ALL)
  formatters.set(key, made)
  return made
}
