import { expect, test } from 'vitest'
import { DAY_MS, monthEnd, monthsLater, nextMidnight, startOfDay, utcDate } from './days.ts'

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

test.each([
  ['2026-11-21T09:30:15.250Z', 6, '2027-05-21T09:30:15.250Z'],
  ['2026-08-31T00:00:00.000Z', 6, '2027-02-28T00:00:00.000Z'],
  ['2027-08-31T23:59:59.999Z', 6, '2028-02-29T23:59:59.999Z'],
  ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 60, '2033-02-28T12:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', 6, '2027-06-30T23:00:00.000Z'],
  ['2026-01-15T00:00:00.000Z', 60, '2031-01-15T00:00:00.000Z'],
] as const)('%s plus %s months is %s', (from, months, until) => {
  expect(new Date(monthsLater(Date.parse(from), months)).toISOString()).toBe(until)
})

test.each([
  ['2026-01-31T23:59:59.999Z', 1, '2026-02-28'],
  ['2026-12-01T00:00:00.000Z', 0, '2026-12-31'],
  ['2027-12-31T12:00:00.000Z', 2, '2028-02-29'],
] as const)('the month %s plus %s months ends on %s', (from, months, last) => {
  expect(monthEnd(Date.parse(from), months)).toBe(Date.parse(last))
})
