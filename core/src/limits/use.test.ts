import { expect, test } from 'vitest'
import { minutesUsed, minutesUsedAt, moneyUse, type ValuedHour } from './use.ts'

const NOW = 500_000
const AT_MS = NOW * 3_600_000

/** An hour with a gain of 10, a loss of 100 and a stake of 1,000, this many hours ago. */
const hourAgo = (age: number): ValuedHour => ({ hour: NOW - age, won: 10n, lost: 100n, stake: 1_000n })

test.each([
  [0, 90n, 1_000n, 90n, 1_000n],
  [23, 90n, 1_000n, 90n, 1_000n],
  [24, 100n, 1_000n, 90n, 1_000n],
  [25, 0n, 0n, 90n, 1_000n],
  [167, 0n, 0n, 90n, 1_000n],
  [168, 0n, 0n, 100n, 1_000n],
  [169, 0n, 0n, 0n, 0n],
])('an hour %d hours ago counts %d lost and %d staked in the day, %d and %d in the week', (age, ...sums) => {
  const [lostDay, stakeDay, lostWeek, stakeWeek] = sums
  expect(moneyUse([hourAgo(age)], NOW)).toEqual({ lostDay, stakeDay, lostWeek, stakeWeek })
})

test('hours add up in any order, and gains lower the loss', () => {
  const hours = [169, 25, 0, 168, 24, 3].map(hourAgo)
  const use = { lostDay: 280n, stakeDay: 3_000n, lostWeek: 460n, stakeWeek: 5_000n }
  expect(moneyUse(hours, NOW)).toEqual(use)
  expect(moneyUse(hours.toReversed(), NOW)).toEqual(use)
  expect(moneyUse([{ ...hourAgo(1), won: 130n }], NOW)).toMatchObject({ lostDay: -30n, lostWeek: -30n })
})

test.each([
  [0, 2, 2],
  [24, 2, 2],
  [25, 0, 2],
  [168, 0, 2],
  [169, 0, 0],
])('minutes %d hours ago count %d in the day and %d in the week', (age, day, week) => {
  expect(minutesUsed([{ hour: NOW - age, minutes: 0b1001n }], NOW)).toEqual({ day, week })
})

test('the present minute counts once, whether or not it is stored', () => {
  const at = AT_MS + 59 * 60_000 + 59_999
  const last = 1n << 59n
  expect(minutesUsedAt([], at)).toEqual({ day: 1, week: 1 })
  expect(minutesUsedAt([{ hour: NOW, minutes: last }], at)).toEqual({ day: 1, week: 1 })
  expect(minutesUsedAt([{ hour: NOW, minutes: last >> 1n }], at)).toEqual({ day: 2, week: 2 })
  expect(minutesUsedAt([{ hour: NOW - 1, minutes: last }], at)).toEqual({ day: 2, week: 2 })
  expect(minutesUsedAt([{ hour: NOW, minutes: (1n << 60n) - 1n }], at)).toEqual({ day: 60, week: 60 })
  expect(minutesUsedAt([{ hour: NOW, minutes: 1n }], AT_MS)).toEqual({ day: 1, week: 1 })
})
