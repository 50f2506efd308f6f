import { formatFixed, parseAmount, SCALE } from '@tickmark/core/money/money'
import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'

export interface FigureShape {
  /** Exact number of decimals, cut towards zero. By default as many as the figure has, at least two. */
  decimals?: number
  /** Adds "+" to figures above zero. */
  sign?: boolean
}

/** Formats figures and times in a language, always with Latin digits. Show figures in <bdi dir="ltr">. */
export interface Format {
  /**
   * Groups a decimal of the wire: "12480.16" is "12,480.16". Exact, without floats. Returns anything else unchanged.
   */
  figure(decimal: string, shape?: FigureShape): string
  /** A large figure in short: "1220000000" is "1.22B". For display only. */
  compact(decimal: string): string
  /** A share in millionths as percent with two decimals: 17400 is "1.74%". */
  percent(ppm: number): string
  /** Milliseconds since 1970 as local time, "21:14:03". */
  time(ms: number): string
  /** Local date and time, "21 Nov 2026, 21:14". */
  dateTime(ms: number): string
  /** Local date and time to the second with its zone, for a title. */
  exactTime(ms: number): string
}

const formats = new Map<Language, Format>()

/** One set for each language; see `timesOf` for times in lists and chats. */
export function formatOf(language: Language): Format {
  const known = formats.get(language)
  if (known) return known
  const made = makeFormat(`${LANGUAGE_TAGS[language]}-u-nu-latn`)
  formats.set(language, made)
  return made
}

function makeFormat(tag: string): Format {
  const short = once(() => new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 }))
  const medium = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
  const dateTime = once(() => new Intl.DateTimeFormat(tag, medium))
  const exact = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }))
  return {
    figure(decimal, shape = {}) {
      const units = parseAmount(decimal.trim().replace(/^\+/, ''))
      if (units === null) return decimal
      const text = formatFixed(units < 0n ? -units : units, shape.decimals ?? decimalsOf(units))
      const [int = '0', fraction] = text.split('.')
      const body = grouped(int) + (fraction ? `.${fraction}` : '')
      if (!/[1-9]/.test(text)) return body
      return units < 0n ? `−${body}` : shape.sign ? `+${body}` : body
    },
    compact: (decimal) => (Number.isFinite(Number(decimal)) ? short().format(Number(decimal)) : decimal),
    percent: (ppm) => `${ppm < 0 ? '−' : ''}${(Math.abs(ppm) / 10_000).toFixed(2)}%`,
    time,
    dateTime: (ms) => dateTime().format(ms),
    exactTime: (ms) => exact().format(ms),
  }
}

/**
 * Groups of three digits: with Latin digits all our languages group alike, and write the time of day alike; tests compare
 * with Intl. Using Intl would cost the first screen 10 ms and more, because a page's first formatter loads the browser's
 * locale data.
 */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}

function time(ms: number): string {
  const at = new Date(ms)
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((one) => String(one).padStart(2, '0'))
    .join(':')
}

/** Creates a formatter when first used: some take milliseconds, and a screen needs few of them. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Number of decimals of a figure, at least two. */
function decimalsOf(units: bigint): number {
  const fraction = (units < 0n ? -units : units)
    .toString()
    .padStart(SCALE + 1, '0')
    .slice(-SCALE)
  return Math.max(2, fraction.replace(/0+$/, '').length)
}
