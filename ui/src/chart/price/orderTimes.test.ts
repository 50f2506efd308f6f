import { LANGUAGE_TAGS } from '@tickmark/texts/languages'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DIGIT, placesOf } from './chartPlaces.ts'
import type { orderTimes as OrderTimes } from './orderTimes.ts'

// Formatters keep the zone in which they were made.
let orderTimes: typeof OrderTimes
beforeEach(async () => {
  vi.resetModules()
  orderTimes = (await import('./orderTimes.ts')).orderTimes
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** The two texts below an order that is drawn as a page draws it. */
function below(given: { entry: string; lastsMs: number; timeLeft?: string; width?: number; rem?: number }) {
  const { entry, lastsMs, width = 390, rem = 1 } = given
  const entryAtMs = Date.parse(entry)
  const endAtMs = entryAtMs + lastsMs
  const [from, until] = [entryAtMs - lastsMs * 0.04, endAtMs + lastsMs * 0.08]
  const places = placesOf({ from, until, low: 1, high: 2, width, height: 280, rem, letters: 9 })
  const { timeLeft } = given
  return orderTimes({ entryAtMs, endAtMs, ...(timeLeft !== undefined && { timeLeft }) }, places)
}

const texts = (given: Parameters<typeof below>[0]) => below(given).map((one) => one.text)

/** The zone and language of the page. */
function on(zone: string, language: keyof typeof LANGUAGE_TAGS = 'english') {
  vi.stubEnv('TZ', zone)
  vi.stubGlobal('document', { documentElement: { lang: LANGUAGE_TAGS[language] } })
}

describe('an order has dates only when it ends on another day than it began', () => {
  test.each([
    ['a minute', 'Europe/Berlin', '2026-11-27T13:05:07Z', MINUTE, ['14:05:07', '14:06:07']],
    ['to the last second', 'UTC', '2026-11-27T23:58:59Z', MINUTE, ['23:58:59', '23:59:59']],
    ['to midnight', 'UTC', '2026-11-27T23:59:00Z', MINUTE, ['Nov 27, 23:59:00', 'Nov 28, 00:00:00']],
    ['over midnight', 'UTC', '2026-11-27T23:59:30Z', MINUTE, ['Nov 27, 23:59:30', 'Nov 28, 00:00:30']],
    // Midnight of the user's zone, and not of UTC.
    ['over midnight of UTC alone', 'Asia/Tokyo', '2026-11-27T23:59:30Z', MINUTE, ['08:59:30', '09:00:30']],
    [
      'over midnight in Tokyo',
      'Asia/Tokyo',
      '2026-11-27T14:59:30Z',
      MINUTE,
      ['Nov 27, 23:59:30', 'Nov 28, 00:00:30'],
    ],
    ['four hours', 'UTC', '2026-11-27T19:59:59Z', 240 * MINUTE, ['19:59:59', '23:59:59']],
    ['a day', 'UTC', '2026-11-27T14:05:07Z', DAY, ['Nov 27, 14:05:07', 'Nov 28, 14:05:07']],
    ['a day over the new year', 'UTC', '2026-12-31T14:05:07Z', DAY, ['Dec 31, 14:05:07', 'Jan 1, 14:05:07']],
    // The night in which clocks go back has 25 hours: a day from 00:30 ends at 23:30 of the same date.
    ['a day of 25 hours', 'Europe/Berlin', '2026-10-24T22:30:00Z', DAY, ['00:30:00', '23:30:00']],
  ])('%s in %s', (_, zone, entry, lastsMs, told) => {
    on(zone)
    expect(texts({ entry, lastsMs })).toEqual(told)
  })

  test('a running one tells the time left, and the date of its entry', () => {
    on('UTC')
    const entry = '2026-11-27T14:05:07Z'
    expect(texts({ entry, lastsMs: DAY, timeLeft: '23:59:01' })).toEqual(['Nov 27, 14:05:07', '23:59:01'])
    expect(texts({ entry, lastsMs: MINUTE, timeLeft: '00:41' })).toEqual(['14:05:07', '00:41'])
  })

  test.each([
    ['japanese', '11月27日 14:05:07', '11月28日 14:05:07'],
    ['korean', '11월 27일 14:05:07', '11월 28일 14:05:07'],
    ['arab', '27 نوفمبر، 14:05:07', '28 نوفمبر، 14:05:07'],
    ['chinese', '11月27日 14:05:07', '11月28日 14:05:07'],
  ] as const)('as %s writes them', (language, ...told) => {
    on('UTC', language)
    expect(texts({ entry: '2026-11-27T14:05:07Z', lastsMs: DAY })).toEqual(told)
  })
})

test('dates stand alone where the times have no room, and the two never overlap', () => {
  on('UTC')
  const day = { entry: '2026-11-27T14:05:07Z', lastsMs: DAY }
  expect(texts({ ...day, width: 320 })).toEqual(['Nov 27, 14:05:07', 'Nov 28, 14:05:07'])
  expect(texts({ ...day, width: 390, rem: 2 })).toEqual(['Nov 27', 'Nov 28'])
  for (const width of [280, 320, 360, 390, 430, 700]) {
    for (const rem of [1, 1.5, 2]) {
      const [entry, due] = below({ ...day, width, rem })
      const half = (length: number) => (length * DIGIT * rem) / 2
      expect(entry.x + half(entry.text.length)).toBeLessThan(due.x - half(due.text.length))
      expect(entry.x - half(entry.text.length)).toBeGreaterThanOrEqual(0)
      expect(due.x + half(due.text.length)).toBeLessThanOrEqual(width)
    }
  }
})

test('while only the beginning is drawn, a sign after the end tells that it comes later', () => {
  on('UTC')
  const entryAtMs = Date.parse('2026-11-27T10:00:00Z')
  const frame = { low: 1, high: 2, width: 390, height: 280, rem: 1, letters: 9 }
  const places = placesOf({ from: entryAtMs - 2.5 * MINUTE, until: entryAtMs + 5 * MINUTE, ...frame })
  const ends = [{}, { timeLeft: '03:59:12' }].map(
    (given) => orderTimes({ entryAtMs, endAtMs: entryAtMs + 240 * MINUTE, ...given }, places)[1],
  )
  expect(ends.map((one) => one.text)).toEqual(['14:00:00 ›', '03:59:12 ›'])
  expect(ends.every((one) => one.x < places.width)).toBe(true)
})
