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

test('the elapsed share stays between 0 and 1', () => {
  expect(shareOver(0, 60_000, -1)).toBe(0)
  expect(shareOver(0, 60_000, 15_000)).toBe(0.25)
  expect(shareOver(0, 60_000, 90_000)).toBe(1)
  expect(shareOver(5, 5, 5)).toBe(1)
})
