import { expect, test } from 'vitest'
import { clockText, secondsLeft, shareOver } from './clockText.ts'

test.each([
  [0, '00:00:00'],
  [47, '00:00:47'],
  [60, '00:01:00'],
  [3_599, '00:59:59'],
  [3_600, '01:00:00'],
  [86_400, '24:00:00'],
  [360_000, '100:00:00'],
  [-5, '00:00:00'],
])('%i seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test('the last second reads 1 until it is over', () => {
  expect(secondsLeft(10_000, 9_001)).toBe(1)
  expect(secondsLeft(10_000, 9_999)).toBe(1)
  expect(secondsLeft(10_000, 10_000)).toBe(0)
  expect(secondsLeft(10_000, 99_999)).toBe(0)
  expect(secondsLeft(10_000, 9_000)).toBe(1)
  expect(secondsLeft(10_000, 8_999)).toBe(2)
})

test.each([
  ['before the entry', -1_400, 60],
  ['at the entry', 0, 60],
  ['a moment later', 1, 60],
  ['after a second', 1_000, 59],
  ['at the due second', 60_000, 0],
])('a minute counts from its entry: %s it reads %#', (_, afterEntryMs, seconds) => {
  expect(secondsLeft(60_000, afterEntryMs, 60)).toBe(seconds)
})

test('the elapsed share stays between 0 and 1', () => {
  expect(shareOver(0, 60_000, -1)).toBe(0)
  expect(shareOver(0, 60_000, 15_000)).toBe(0.25)
  expect(shareOver(0, 60_000, 90_000)).toBe(1)
  expect(shareOver(5, 5, 5)).toBe(1)
})
