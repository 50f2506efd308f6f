import { afterEach, expect, test, vi } from 'vitest'
import { timesOf } from '@tickmark/client/format/times.ts'

const at = new Date(2026, 10, 20, 9, 5).getTime()

afterEach(() => vi.restoreAllMocks())

test('a time has short forms: the hour, the day, the day with its year, and its age', () => {
  const { clock, day, farDay, daysAgo } = timesOf('english')
  expect([clock(at), day(at), farDay(at)]).toEqual(['09:05', 'Fri, Nov 20', 'Nov 20, 2026'])
  expect([0, 1, 3].map(daysAgo)).toEqual(['today', 'yesterday', '3 days ago'])
})

test('a hundred rows create each formatter once', () => {
  const dates = vi.spyOn(Intl, 'DateTimeFormat')
  const words = vi.spyOn(Intl, 'RelativeTimeFormat')
  for (let row = 0; row < 100; row++) {
    timesOf('korean').clock(at)
    timesOf('korean').day(at)
    timesOf('korean').daysAgo(row)
  }
  expect(dates.mock.calls.length).toBe(2)
  expect(words.mock.calls.length).toBe(1)
})
