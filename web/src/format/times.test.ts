import { afterEach, expect, test, vi } from 'vitest'
import { timeAgo } from '../features/home/news/timeAgo.ts'
import { timesOf } from '@tickmark/client/format/times.ts'

const at = new Date(2026, 10, 20, 9, 5).getTime()

afterEach(() => vi.restoreAllMocks())

test('a time has short forms: the hour, the day, the day with its year, and its age', () => {
  const { clock, day, farDay, ago } = timesOf('english')
  expect([clock(at), day(at), farDay(at)]).toEqual(['09:05', 'Fri, Nov 20', 'Nov 20, 2026'])
  expect([ago(0, 'day'), ago(1, 'day'), ago(3, 'hour')]).toEqual(['today', 'yesterday', '3 hours ago'])
})

test('a hundred rows create each formatter once', () => {
  const dates = vi.spyOn(Intl, 'DateTimeFormat')
  const words = vi.spyOn(Intl, 'RelativeTimeFormat')
  for (let row = 0; row < 100; row++) {
    timesOf('korean').clock(at)
    timesOf('korean').day(at)
    timeAgo(at, at + row * 60_000, 'korean')
  }
  expect(dates.mock.calls.length).toBe(2)
  expect(words.mock.calls.length).toBe(1)
})
