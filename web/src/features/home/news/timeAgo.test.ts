import { expect, test } from 'vitest'
import { timeAgo } from './timeAgo.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

test.each([
  [0, { unit: 'now', count: 0 }],
  [-5 * minutes, { unit: 'now', count: 0 }],
  [minutes - 1, { unit: 'now', count: 0 }],
  [minutes, { unit: 'minutes', count: 1 }],
  [hours - 1, { unit: 'minutes', count: 59 }],
  [hours, { unit: 'hours', count: 1 }],
  [days - 1, { unit: 'hours', count: 23 }],
  [days, { unit: 'yesterday', count: 1 }],
  [2 * days - 1, { unit: 'yesterday', count: 1 }],
  [2 * days, { unit: 'days', count: 2 }],
  [7 * days - 1, { unit: 'days', count: 6 }],
  [7 * days, null],
])('%i ms ago is told as %j', (gone, age) => {
  expect(timeAgo(now - gone, now)).toEqual(age)
})
