import { expect, test } from 'vitest'
import { ONE } from '../../money/money.ts'
import { areSoundLimits, OPENING_LIMITS, staysStopped, whyStop, type EngineLimits } from './limits.ts'

test.each<[string, Partial<EngineLimits>, boolean]>([
  ['of a new house', {}, true],
  ['with a profit that no spread gives', { leastProfit: 10n * ONE + 1n }, false],
  ['with a profit below a cent', { leastProfit: ONE / 100n - 1n }, false],
  ['with trades too small to pay', { leastProfit: ONE / 100n, mostTrade: 100n * ONE - 1n }, false],
  [
    'with the smallest trades and the largest profit',
    { mostTrade: 100n * ONE, leastProfit: 10n * ONE },
    false,
  ],
  ['with the most profit for its trades', { mostTrade: 4_000n * ONE, leastProfit: ONE }, true],
  ['with a little more than that', { mostTrade: 4_000n * ONE, leastProfit: ONE + 1n }, false],
  ['with trades beyond the capital', { mostTrade: 100_000n * ONE + 1n }, false],
  ['that stop at the first loss', { dayLoss: 1n }, false],
  ['that never stop', { dayLoss: 100_000n * ONE + 1n }, false],
  ['at their bounds', { leastProfit: 10n * ONE, mostTrade: 100_000n * ONE, dayLoss: 5n * ONE }, true],
  ['at their lower bounds', { leastProfit: ONE / 100n, mostTrade: 100n * ONE, dayLoss: 5n * ONE }, true],
])('limits %s', (_, change, isSound) => {
  expect(areSoundLimits({ ...OPENING_LIMITS, ...change })).toBe(isSound)
})

test.each([
  [{ profit: -1_000n * ONE + 1n, openRests: 2 }, null],
  [{ profit: -1_000n * ONE, openRests: 2 }, 'day_loss'],
  [{ profit: 0n, openRests: 3 }, 'open_rests'],
] as const)('on a day with %o the engine stops for %s', (today, why) => {
  expect(whyStop(OPENING_LIMITS, today)).toBe(why)
})

test('a stop for a day’s loss ends with the day; an operator ends any other', () => {
  const atMs = Date.parse('2026-11-21T23:00:00Z')
  const next = Date.parse('2026-11-22T00:00:00Z')
  expect([atMs, next - 1, next].map((ms) => staysStopped({ why: 'day_loss', atMs }, ms))).toEqual([
    true,
    true,
    false,
  ])
  expect(staysStopped({ why: 'operator', atMs }, next)).toBe(true)
})
