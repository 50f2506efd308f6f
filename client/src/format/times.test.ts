import { LANGUAGES } from '@tickmark/texts/languages'
import { expect, test, vi } from 'vitest'
import { timesOf } from './times.ts'

/** Local time, so that the test holds in every zone. */
const EVENING = new Date(2026, 10, 7, 21, 4, 59).getTime()
const MIDNIGHT = new Date(2026, 10, 7, 0, 5).getTime()

test('times in lists and chats are local and short', () => {
  const times = timesOf('english')
  expect([times.clock(EVENING), times.clock(MIDNIGHT)]).toEqual(['21:04', '00:05'])
  expect(times.day(EVENING)).toBe('Sat, Nov 7')
  expect(times.farDay(EVENING)).toBe('Nov 7, 2026')
  expect(times.moment(EVENING)).toBe('Nov 7, 2026, 21:04:59')
  expect(times.moment(MIDNIGHT)).toBe('Nov 7, 2026, 00:05:00')
})

test('a date of the house is the same day in every zone', () => {
  // Korean is used nowhere before, so its formatter is made in this zone, which is behind UTC.
  vi.stubEnv('TZ', 'Pacific/Pago_Pago')
  try {
    expect(new Date(0).getTimezoneOffset()).toBeGreaterThan(0)
    expect(timesOf('korean').utcDay('2026-12-31')).toBe('2026. 12. 31.')
  } finally {
    vi.unstubAllEnvs()
  }
  const { utcDay } = timesOf('english')
  expect(['2026-01-31', '2028-02-29'].map(utcDay)).toEqual(['Jan 31, 2026', 'Feb 29, 2028'])
})

test('a day is told by its distance', () => {
  expect([0, 1, 3].map(timesOf('english').daysAgo)).toEqual(['today', 'yesterday', '3 days ago'])
})

test.each(LANGUAGES)('every time in %s has Latin digits', (language) => {
  const { clock, day, farDay, utcDay, daysAgo } = timesOf(language)
  const texts = [clock(EVENING), day(EVENING), farDay(EVENING), utcDay('2026-11-07'), daysAgo(3)]
  for (const [i, digits] of [/21:04/, /7/, /2026/, /2026/, /3/].entries()) expect(texts[i]).toMatch(digits)
  expect(timesOf(language)).toBe(timesOf(language))
})
