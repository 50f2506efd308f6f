import { expect, test } from 'vitest'
import { clockLine, secondsOff } from './houseClock.ts'

const AT = 1_790_000_000_000

test.each([
  [0, null],
  [5_000, null],
  [-5_000, null],
  [5_001, 5],
  [-5_001, -5],
  [3_600_000, 3_600],
])('a tick %i ms behind our clock has an offset of %j s', (behindMs, seconds) => {
  expect(secondsOff(AT, AT + behindMs)).toBe(seconds)
})

test('a log without a tick has no clock offset', () => {
  expect(secondsOff(-1, AT)).toBeNull()
})

test('a clock offset is reported once, and again when it ends or changes its sign', () => {
  const told = [null, 6, 700, 8, null, null, -9, -10, 20].map((off, i, all) =>
    clockLine('https://house.example', i === 0 ? null : (all[i - 1] ?? null), off),
  )
  expect(told.map((line) => line?.replace('https://house.example: its newest tick ', '') ?? '')).toEqual([
    '',
    "is 6 s behind this machine's clock: the log stands still, or a clock is wrong",
    '',
    '',
    "agrees with this machine's clock again",
    '',
    "is 9 s ahead of this machine's clock: a clock is wrong",
    '',
    "is 20 s behind this machine's clock: the log stands still, or a clock is wrong",
  ])
})
