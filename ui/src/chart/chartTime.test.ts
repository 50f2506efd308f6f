import { LANGUAGE_TAGS, LANGUAGES } from '@tickmark/texts/languages'
import { expect, test } from 'vitest'
import { chartTime } from './chartTime.ts'

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
