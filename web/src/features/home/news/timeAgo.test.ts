import { expect, test } from 'vitest'
import { timeAgo } from './timeAgo.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

test.each([
  [0, 'this minute'],
  [-5 * minutes, 'this minute'],
  [59 * minutes, '59 minutes ago'],
  [hours, '1 hour ago'],
  [days - 1, '23 hours ago'],
  [days, 'yesterday'],
  [7 * days - 1, '6 days ago'],
  [7 * days, null],
])('%i ms ago is told as %s', (gone, text) => {
  expect(timeAgo(now - gone, now, 'english')).toBe(text)
})

test('the age is in the page’s language, with Latin digits', () => {
  expect(timeAgo(now - 12 * hours, now, 'japanese')).toBe('12 時間前')
  expect(timeAgo(now - 12 * hours, now, 'arab')).toMatch(/12/)
})
