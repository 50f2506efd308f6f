import { LANGUAGE_TAGS, LANGUAGES } from '@tickmark/texts/languages'
import { afterEach, expect, test, vi } from 'vitest'
import { chartTime, type TimeParts } from './chartTime.ts'

const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

test.each(LANGUAGES)('a chart writes every time of day as Intl does in %s', (language) => {
  const tag = `${LANGUAGE_TAGS[language]}-u-nu-latn`
  const minutes = new Intl.DateTimeFormat(tag, MINUTE)
  const seconds = new Intl.DateTimeFormat(tag, { ...MINUTE, second: '2-digit' })
  for (let second = 0; second < 86_400; second += 599) {
    const at = new Date(2026, 10, 20, 0, 0, second)
    expect(chartTime(at.getTime(), 'minute')).toBe(minutes.format(at))
    expect(chartTime(at.getTime(), 'second')).toBe(seconds.format(at))
  }
})

afterEach(() => vi.unstubAllGlobals())

const DAY = { day: 'numeric', month: 'short' } as const
const DATED: [TimeParts, Intl.DateTimeFormatOptions][] = [
  ['day', DAY],
  ['all', { ...DAY, ...MINUTE, second: '2-digit' }],
]

test('dates are in the language that the page has now, and each in its own parts', () => {
  const at = new Date(2026, 10, 20, 9, 5, 7)
  for (const language of [...LANGUAGES, ...LANGUAGES]) {
    const lang = LANGUAGE_TAGS[language]
    vi.stubGlobal('document', { documentElement: { lang } })
    for (const [parts, given] of [...DATED, ...DATED.toReversed()]) {
      const plain = new Intl.DateTimeFormat(`${lang}-u-nu-latn`, given).format(at)
      expect(chartTime(at.getTime(), parts), `${language}, ${parts}`).toBe(plain)
    }
  }
})
