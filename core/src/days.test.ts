import { expect, test } from 'vitest'
import { DAY_MS, nextMidnight, startOfDay, utcDate } from './days.ts'

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')

test.each([
  ['at midnight', MIDNIGHT, MIDNIGHT],
  ['a moment after it', MIDNIGHT + 1, MIDNIGHT],
  ['in the last moment of the day', MIDNIGHT + DAY_MS - 1, MIDNIGHT],
])('%s: the day began at its midnight, and the next midnight is a day later', (_, ms, start) => {
  expect([startOfDay(ms), nextMidnight(ms)]).toEqual([start, start + DAY_MS])
})

test.each([
  ['at midnight', MIDNIGHT, '2026-11-22'],
  ['a moment before it', MIDNIGHT - 1, '2026-11-21'],
])('%s, the date is that of the UTC day', (_, ms, date) => {
  expect(utcDate(ms)).toBe(date)
})
