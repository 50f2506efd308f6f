import { describe, expect, test } from 'vitest'
import { ONE, type Amount } from '../money/money.ts'
import {
  admitExposure,
  exposureBounds,
  growthFor,
  isShort,
  mayLeaveBankroll,
  type ExposureBounds,
} from './exposure.ts'
import { sumsFor } from './orders.ts'

const usdt = (whole: number) => BigInt(whole) * ONE
const BANKROLL = usdt(1_000_000)
const PRACTICE = exposureBounds(BANKROLL, true)
const REAL = exposureBounds(BANKROLL, false)

test('real orders may win half of the bankroll together, those of one user 2 % of that', () => {
  expect(REAL).toEqual({ user: usdt(10_000), house: usdt(500_000), growth: 0n })
  expect(PRACTICE).toEqual({ user: usdt(10_000), house: 2n ** 62n, growth: BANKROLL })
})

test.each([
  // held, owed, step, growth
  [5n, 5n, 10n, 0n],
  [5n, 6n, 10n, 10n],
  [5n, 15n, 10n, 10n],
  [5n, 16n, 10n, 20n],
  [0n, 16n, 0n, 0n],
  [0n, 16n, 1n, 16n],
])('an account with %s that owes %s grows in steps of %s by %s', (held, owed, step, growth) => {
  expect(growthFor(held, owed, step)).toBe(growth)
})

test.each([
  // means, open, what may leave
  [10n, 0n, 10n],
  [10n, 3n, 4n],
  [10n, 5n, 0n],
  [10n, 6n, 0n],
  [11n, 5n, 1n],
])('from a bankroll of %s whose open orders may win %s, %s may leave', (means, open, left) => {
  expect(mayLeaveBankroll(means, open)).toBe(left)
})

test('funds above the opening money raise the total limit, but no user’s share', () => {
  expect(exposureBounds(3n * BANKROLL, false, BANKROLL)).toEqual({
    user: usdt(10_000),
    house: usdt(1_500_000),
    growth: 0n,
  })
})

test.each([
  // open, bankroll, whether it is short
  [0, 1_000_000, false],
  [250_000, 750_000, false],
  [250_001, 749_999, true],
  [0, 250_000, false],
  [0, 249_999, true],
])(
  'with %s to win in open orders and %s left, a sandbox’s bankroll is short: %s',
  (house, bankroll, expected) => {
    expect(isShort({ house: usdt(house), bankroll: usdt(bankroll) }, REAL.house, BANKROLL)).toBe(expected)
    expect(isShort({ house: 0n, bankroll: 0n }, 0n, 0n)).toBe(false)
  },
)

const none = { user: 0n, house: 0n, bankroll: usdt(1_000_000) }
test.each([
  [10_000, none, REAL, 0n],
  [10_001, none, REAL, 'profit_limit'],
  [1, { ...none, user: usdt(10_000) }, PRACTICE, 'profit_limit'],
  [1, { ...none, house: usdt(499_999) }, REAL, 0n],
  [1, { ...none, house: usdt(500_000) }, REAL, 'exposure_limit'],
  [1, { ...none, house: usdt(500_000) }, PRACTICE, 0n],
  [2, { ...none, bankroll: usdt(1) }, REAL, 'bankroll_uncovered'],
  [2, { ...none, bankroll: usdt(1) }, PRACTICE, BANKROLL],
])('an order that may win %s: %o', (profit, open, bounds, expected) => {
  const decision = admitExposure(usdt(profit), open, bounds)
  expect(decision.ok ? decision.value : decision.refusal.code).toBe(expected)
})

describe('a thousand practice accounts of one person, for ten days', () => {
  test('cannot get another user’s smallest order refused', () => {
    expect(attack(PRACTICE)).toEqual({ victimRefused: 0, grew: true })
  })

  test('could without growth, and fourteen of them could without a user’s share', () => {
    const fixed = { ...PRACTICE, house: usdt(500_000), growth: 0n }
    expect(attack(fixed).victimRefused).toBeGreaterThan(0)
    expect(attack({ ...fixed, user: usdt(500_000) }, 14).victimRefused).toBeGreaterThan(0)
  })
})

/** Orders that the rate limit admits for one address in a day. */
const ORDERS_A_DAY = 30 * 60 * 24
/** The least order of another user. */
const SMALLEST = sumsFor(ONE, 92)
/** The rate of the widest range. */
const RATE_PCT = 380

/**
 * Each account resets once a day and places a day's orders, which all win: the largest accepted, then the smallest, until none is
 * accepted. The other user tries the smallest order after each account.
 */
function attack(bounds: ExposureBounds, accounts = 1_000): { victimRefused: number; grew: boolean } {
  let victimRefused = 0
  let bankroll = BANKROLL
  let grew = false
  for (let day = 0; day < 10; day++) {
    let house: Amount = 0n
    for (let account = 0; account < accounts; account++) {
      let user: Amount = 0n
      let money = usdt(10_000)
      for (let order = 0; order < ORDERS_A_DAY; order++) {
        const largest = least(money, usdt(5_000), ((bounds.user - user) * 100n) / BigInt(RATE_PCT))
        const open = { user, house, bankroll }
        const taken = [sumsFor(largest, RATE_PCT), SMALLEST]
          .filter(({ stake }) => stake >= ONE && stake <= money)
          .map((sums) => ({ sums, growth: admitExposure(sums.profit, open, bounds) }))
          .find(({ growth }) => growth.ok)
        if (!taken?.growth.ok) break
        grew ||= taken.growth.value > 0n
        bankroll += taken.growth.value - taken.sums.profit
        user += taken.sums.profit
        house += taken.sums.profit
        money -= taken.sums.stake
      }
      if (!admitExposure(SMALLEST.profit, { user: 0n, house, bankroll }, bounds).ok) victimRefused++
    }
  }
  return { victimRefused, grew }
}

function least(...amounts: Amount[]): Amount {
  return amounts.reduce((lowest, one) => (one < lowest ? one : lowest))
}
