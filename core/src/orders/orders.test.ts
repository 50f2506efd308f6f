import fc from 'fast-check'
import type { Standing } from './standing.ts'
import { expect, test } from 'vitest'
import { currencyByCode, type Currency } from '../money/currencies.ts'
import { DURATIONS } from './durations.ts'
import { MOST, ONE } from '../money/money.ts'
import {
  checkStake,
  judge,
  liveValue,
  mayClose,
  settle,
  settleClosed,
  sumsFor,
  userProductLimit,
  winningLevel,
} from './orders.ts'
import type { Direction, Sums, Terms } from './terms.ts'

const usdt = currencyByCode('USDT') as Currency
const direction = fc.constantFrom<Direction>('up', 'down')
const price = fc.bigInt({ min: 1n, max: 10n ** 14n })
const DUE_MS = 1_800_000_000_000
const barrier = fc.integer({ min: 0, max: 200_000 })

test.each<[Direction, number, bigint, bigint, string]>([
  ['up', 0, 1_000_000n, 1_000_001n, 'won'],
  ['up', 0, 1_000_000n, 1_000_000n, 'tied'],
  ['up', 0, 1_000_000n, 999_999n, 'lost'],
  ['down', 0, 1_000_000n, 999_999n, 'won'],
  ['down', 0, 1_000_000n, 1_000_000n, 'tied'],
  ['down', 0, 1_000_000n, 1_000_001n, 'lost'],
  ['up', 300, 1_000_000n, 1_000_301n, 'won'],
  ['up', 300, 1_000_000n, 1_000_300n, 'lost'],
  ['up', 300, 1_000_000n, 1_000_000n, 'lost'],
  ['down', 300, 1_000_000n, 999_699n, 'won'],
  ['down', 300, 1_000_000n, 999_700n, 'lost'],
  ['down', 300, 1_000_000n, 1_000_000n, 'lost'],
  // levels between two units: 1.0003 x 10,001 = 10,004.0003 and 0.9997 x 10,001 = 9,997.9997
  ['up', 300, 10_001n, 10_005n, 'won'],
  ['up', 300, 10_001n, 10_004n, 'lost'],
  ['down', 300, 10_001n, 9_997n, 'won'],
  ['down', 300, 10_001n, 9_998n, 'lost'],
])('%s at %i ppm from %s to %s is %s', (way, barrierPpm, entry, exit, outcome) => {
  expect(judge({ direction: way, barrierPpm }, entry, exit)).toBe(outcome)
})

test('an order wins exactly when its price passes the level, as exact fractions confirm, in either direction', () => {
  fc.assert(
    fc.property(
      direction,
      barrier,
      price,
      fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }),
      (way, barrierPpm, entry, move) => {
        const exit = entry + move
        if (exit <= 0n) return
        const gain = (way === 'up' ? move : -move) * 1_000_000n
        const wanted = entry * BigInt(barrierPpm)
        const outcome = judge({ direction: way, barrierPpm }, entry, exit)
        if (barrierPpm === 0 && move === 0n) expect(outcome).toBe('tied')
        else expect(outcome).toBe(gain > wanted ? 'won' : 'lost')
        const level = winningLevel(way, barrierPpm, entry)
        expect(judge({ direction: way, barrierPpm }, entry, level)).not.toBe('won')
        expect(judge({ direction: way, barrierPpm }, entry, way === 'up' ? level + 1n : level - 1n)).toBe(
          'won',
        )
      },
    ),
    { numRuns: 5_000 },
  )
})

test('without a barrier, at most one of Up and Down wins, and neither exactly on a tie', () => {
  fc.assert(
    fc.property(price, price, (entry, exit) => {
      const outcomes = (['up', 'down'] as const).map((one) =>
        judge({ direction: one, barrierPpm: 0 }, entry, exit),
      )
      expect(outcomes.toSorted()).toEqual(entry === exit ? ['tied', 'tied'] : ['lost', 'won'])
    }),
  )
})

test.each<[bigint, number, Sums]>([
  [1_000n, 92, { stake: 1_000n, profit: 920n, fee: 0n }],
  [999n, 92, { stake: 999n, profit: 919n, fee: 0n }],
  [1n, 92, { stake: 1n, profit: 0n, fee: 0n }],
  [100n * ONE, 380, { stake: 100n * ONE, profit: 380n * ONE, fee: 0n }],
])('a stake of %s at %i hundredths has its profit rounded down', (stake, rate, sums) => {
  expect(sumsFor(stake, rate)).toEqual(sums)
})

test.each([
  [60_000, true],
  [5_001, true],
  [5_000, true],
  [4_999, false],
  [0, false],
  [-1, false],
])('%i ms before its due second an open order may be closed early: %s', (left, may) => {
  expect(mayClose(DUE_MS, DUE_MS - left)).toBe(may)
})

const sums: Sums = { stake: 1_000n, profit: 920n, fee: 7n }
const up = { direction: 'up', barrierPpm: 0 } as const

test.each([
  ['a win', settle(up, sums, 10n, 11n), 'won', 913n, [1_920n, 0n, 7n]],
  ['a loss', settle(up, sums, 10n, 9n), 'lost', -1_007n, [0n, 1_920n, 7n]],
  ['a tie', settle(up, sums, 10n, 10n), 'tied', 0n, [1_007n, 920n, 0n]],
  ['no entry price', settle(up, sums, null, 11n), 'void', 0n, [1_007n, 920n, 0n]],
  ['no settlement price', settle(up, sums, 10n, null), 'void', 0n, [1_007n, 920n, 0n]],
  ['neither price', settle(up, sums, null, null), 'void', 0n, [1_007n, 920n, 0n]],
  ['a close for 600', settleClosed(sums, 600n), 'closed', -407n, [600n, 1_320n, 7n]],
  ['a close for nothing', settleClosed(sums, 0n), 'closed', -1_007n, [0n, 1_920n, 7n]],
  ['a close for the whole payout', settleClosed(sums, 1_920n), 'closed', 913n, [1_920n, 0n, 7n]],
] as const)('%s pays as stated', (_, settlement, outcome, net, parts) => {
  expect(settlement.outcome).toBe(outcome)
  expect(settlement.net).toBe(net)
  expect([settlement.toUser, settlement.toBankroll, settlement.toFees]).toEqual(parts)
})

test('every settlement divides the escrow exactly, no share is negative, and net is the user’s gain', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const maybe = fc.option(price, { nil: null })
  fc.assert(
    fc.property(
      direction,
      barrier,
      amount,
      fc.integer({ min: 1, max: 9_900 }),
      maybe,
      maybe,
      fc.nat(100),
      (way, barrierPpm, stake, rate, entry, exit, share) => {
        const { profit, fee } = sumsFor(stake, rate)
        const own: Sums = { stake, profit, fee }
        const bid = ((stake + profit) * BigInt(share)) / 100n
        for (const one of [
          settle({ direction: way, barrierPpm }, own, entry, exit),
          settleClosed(own, bid),
        ]) {
          expect(one.toUser + one.toBankroll + one.toFees).toBe(stake + profit + fee)
          expect(one.toUser >= 0n && one.toBankroll >= 0n && one.toFees >= 0n).toBe(true)
          expect(one.net).toBe(one.toUser - stake - fee)
        }
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a bid beyond the payout or below zero cannot be settled', () => {
  expect(() => settleClosed(sums, 1_921n)).toThrow('assertion failed')
  expect(() => settleClosed(sums, -1n)).toThrow('assertion failed')
})

test.each([
  ['USDT', 99_999_999n, 'stake_too_small'],
  ['USDT', 100_000_000n, 'ok'],
  ['USDT', 500_000_000_000n, 'ok'],
  ['USDT', 500_000_000_001n, 'stake_too_large'],
  ['BTC', 1_499n, 'stake_too_small'],
  ['BTC', 1_500n, 'ok'],
  ['ETH', MOST, 'stake_too_large'],
  ['SOL', ONE, 'currency_not_accepted'],
] as const)('%s %s: %s', (code, stake, answer) => {
  const checked = checkStake(currencyByCode(code) as Currency, stake)
  expect(checked.ok ? 'ok' : checked.refusal.code).toBe(answer)
})

test('a user may have five of the largest orders open in one coin, and none in a currency without stakes', () => {
  expect(userProductLimit(usdt)).toBe(25_000n * ONE)
  expect(userProductLimit(currencyByCode('SOL') as Currency)).toBe(0n)
})

const terms: Terms = {
  pid: 1,
  durationId: 110,
  direction: 'up',
  barrierPpm: 0,
  ratePct: 92,
  chancePpm: 499_700,
  marginPpm: 40_000,
}
const DEVIATION = { sigma: 0.00008, error: 0 }
const ENTRY = 6_741_250_000_000n

/** A standing at a price, `left` seconds before the due second; known ticks of the window have the same price. */
function standing(price: bigint, left: number, fixingTicks = 3): Standing {
  const toCome = Math.min(left, fixingTicks)
  const known = Array.from({ length: fixingTicks - toCome }, () => price)
  return { price, known, toCome, firstIn: left - toCome + 1 }
}

test('a fresh order is worth about its stake less the margin, and its bid is lower by the margin again', () => {
  const value = liveValue(terms, sumsFor(100n * ONE, 92), ENTRY, standing(ENTRY, 60), DEVIATION)
  expect(value.chancePpm).toBeGreaterThan(499_000)
  expect(value.chancePpm).toBeLessThan(500_100)
  expect(Number(value.value) / 1e8).toBeCloseTo(95.95, 1)
  expect(value.bid).toBe((value.value * 960_000n) / 1_000_000n)
})

test.each<[Direction, bigint, 'most' | 'none']>([
  ['up', ENTRY + ENTRY / 20n, 'most'],
  ['up', ENTRY - ENTRY / 20n, 'none'],
  ['down', ENTRY - ENTRY / 20n, 'most'],
  ['down', ENTRY + ENTRY / 20n, 'none'],
])('%s with the price at %s is worth nearly all or nothing', (way, now, share) => {
  const own = sumsFor(100n * ONE, 92)
  const value = liveValue({ ...terms, direction: way }, own, ENTRY, standing(now, 20), DEVIATION)
  expect(value.value).toBe(share === 'most' ? own.stake + own.profit : 0n)
})

test('a value lies within the payout, rises with the price for Up and falls for Down, at any time left', () => {
  const shift = fc.integer({ min: -5_000, max: 5_000 })
  fc.assert(
    fc.property(
      direction,
      barrier,
      shift,
      shift,
      fc.integer({ min: 1, max: 86_400 }),
      fc.constantFrom(...DURATIONS),
      (way, barrierPpm, a, b, left, duration) => {
        const own = sumsFor(100n * ONE, 92)
        const at = (ppm: number) =>
          liveValue(
            { ...terms, durationId: duration.id, direction: way, barrierPpm },
            own,
            ENTRY,
            standing(ENTRY + (ENTRY * BigInt(ppm)) / 1_000_000n, left, duration.fixingTicks),
            DEVIATION,
          )
        const [low, high] = [at(Math.min(a, b)), at(Math.max(a, b))]
        for (const one of [low, high]) {
          expect(one.value >= 0n && one.value <= own.stake + own.profit && one.bid <= one.value).toBe(true)
        }
        if (way === 'up') expect(high.value >= low.value).toBe(true)
        else expect(high.value <= low.value).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('with an estimated deviation, the bid is the least value within two standard errors, less the margin', () => {
  const own = sumsFor(100n * ONE, 92)
  const barred = { ...terms, barrierPpm: 240 }
  const unsure = { sigma: 0.00008, error: 0.02 }
  const value = liveValue(barred, own, ENTRY, standing(ENTRY, 60), unsure)
  const calm = liveValue(barred, own, ENTRY, standing(ENTRY, 60), { sigma: 0.00008 * 0.96, error: 0 })
  expect(value.bid).toBe(calm.bid)
  expect(value.chancePpm).toBeGreaterThan(calm.chancePpm)
})
