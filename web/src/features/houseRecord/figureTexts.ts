import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'

/** A share of 1 as percent with one decimal, with a typographic minus. */
export function percentText(share: number): string {
  const text = Math.abs(share * 100).toFixed(1)
  return `${share < 0 && Number(text) > 0 ? '−' : ''}${text}%`
}

/** A share with its standard error: "50.3 ± 1.2%". */
export function withError(share: number, error: number): string {
  return `${percentText(share).slice(0, -1)} ± ${(error * 100).toFixed(1)}%`
}

const HOUR = { unit: 'hour', size: 3_600 }
const UNITS = [
  { unit: 'second', size: 1, below: 60 },
  { unit: 'minute', size: 60, below: 3_600 },
]

/** A time span in the largest unit that keeps it short: "40 s", "5 min", "4 h". */
export function spanText(language: Language, seconds: number): string {
  const { unit, size } = UNITS.find((one) => seconds < one.below) ?? HOUR
  const shape = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(`${LANGUAGE_TAGS[language]}-u-nu-latn`, shape).format(seconds / size)
}

/** A UTC day in words: "2026-11-21" is "21 Nov 2026". */
export function dayText(language: Language, day: string): string {
  const shape = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(`${LANGUAGE_TAGS[language]}-u-nu-latn`, shape).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}
