import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE, parseAmount } from '../money/money.ts'
import { runs } from '../runs.testing.ts'
import { OPENING_PRODUCTS, PROGRAMME } from './programme.ts'
import { closeDay, exitFeeOf, exitOf, expiryOf, payoutOf, sharesFrom } from './sharing.ts'

const DAY_MS = 86_400_000
const at = (text: string) => Date.parse(text)
const usdt = (text: string) => parseAmount(text) ?? 0n

test.each<[profit: string, before: string, earned: string, carried: string, pool: string]>([
  ['0', '0', '0', '0', '0'],
  ['10', '0', '10', '0', '5'],
  ['0.00000001', '0', '0.00000001', '0', '0'],
  ['0.00000003', '0', '0.00000003', '0', '0.00000001'],
  ['-4', '0', '0', '-4', '0'],
  ['-4', '-3', '0', '-7', '0'],
  ['6', '-7', '0', '-1', '0'],
  ['7', '-7', '0', '0', '0'],
  ['8', '-7', '1', '0', '0.5'],
])('a profit of %s after %s earns %s, leaves %s and shares %s', (profit, before, earned, carried, pool) => {
  expect(closeDay(usdt(profit), usdt(before))).toEqual({
    earned: usdt(earned),
    carried: usdt(carried),
    pool: usdt(pool),
  })
})

test.each<[why: string, principal: string, upperPpm: bigint, pool: string, hosted: string, paid: string]>([
  ['its share of the pool', '100', 300n, '0.02', '200', '0.01'],
  ['at most the upper yield', '100', 300n, '5', '200', '0.03'],
  ['the upper yield to the unit', '100.01', 300n, '5', '100.01', '0.030003'],
  ['a share rounded down', '100', 300n, '0.00000002', '300', '0'],
  ['nothing of an empty pool', '100', 300n, '0', '100', '0'],
  ['nothing where nobody hosted', '100', 300n, '5', '0', '0'],
])('an order gets %s', (_, principal, upperPpm, pool, hosted, paid) => {
  const order = { principal: usdt(principal), upperPpm }
  expect(payoutOf(order, { pool: usdt(pool), hosted: usdt(hosted) })).toBe(usdt(paid))
})

test.each<[placed: string, from: string, expiry: string]>([
  ['2026-11-23T00:00:00Z', '2026-11-24', '2026-12-01'],
  ['2026-11-23T23:59:59.999Z', '2026-11-24', '2026-12-01'],
  ['2027-02-27T12:00:00Z', '2027-02-28', '2027-03-07'],
])('an order of 7 days placed at %s shares from %s on and expires on %s', (placed, from, expiry) => {
  expect(sharesFrom(at(placed))).toBe(at(from))
  expect(expiryOf(at(placed), 7)).toBe(at(expiry))
})

test.each<[principal: string, ppm: bigint, fee: string]>([
  ['100', 5_000n, '0.5'],
  ['100.99', 5_000n, '0.5'],
  ['101.99', 5_000n, '0.5'],
  ['102', 5_000n, '0.51'],
  ['0.01', 50_000n, '0'],
  ['50000', 15_000n, '750'],
  ['100', 0n, '0'],
])(
  'an early exit with %s USDT at %i millionths takes %s and returns the rest',
  (principal, exitFeePpm, fee) => {
    expect(exitFeeOf(usdt(principal), exitFeePpm)).toBe(usdt(fee))
    const { back, ...taken } = exitOf({ principal: usdt(principal), exitFeePpm })
    expect([taken, back + taken.fee]).toEqual([{ fee: usdt(fee) }, usdt(principal)])
  },
)

test('an order shares in as many whole days as its product has, and none of them is the day it was placed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 365 }), (placed, days) => {
      const [from, expiry] = [sharesFrom(placed), expiryOf(placed, days)]
      expect([from % DAY_MS, expiry - from]).toEqual([0, days * DAY_MS])
      expect(from > placed && from <= placed + DAY_MS).toBe(true)
    }),
    { numRuns: runs(1_000, 100_000) },
  )
})

const cents = fc.bigInt({ min: 1n, max: 5_000_000n }).map((one) => one * PROGRAMME.unit)
const hosts = fc.array(fc.record({ principal: cents, upperPpm: fc.bigInt({ min: 1n, max: 10_000n }) }), {
  maxLength: 12,
})
const history = fc.array(
  fc.record({ profit: fc.bigInt({ min: -10_000n * ONE, max: 10_000n * ONE }), hosts }),
  { minLength: 1, maxLength: 12 },
)

test('hosts never get more than half of the earnings after losses were earned back', () => {
  let histories = 0
  fc.assert(
    fc.property(history, (days) => {
      histories++
      let [carried, profits, earned, paid] = [0n, 0n, 0n, 0n]
      for (const day of days) {
        const result = closeDay(day.profit, carried)
        // Earnings plus the carried loss always equal the trades' profit: no money comes from elsewhere.
        profits += day.profit
        earned += result.earned
        if (earned + result.carried !== profits) throw new Error('earned and carried are not the profits')
        if (result.pool * 2n > result.earned || result.earned - result.pool * 2n > 1n)
          throw new Error('the pool is not half')
        if (result.carried !== 0n && result.pool !== 0n)
          throw new Error('shared before losses were earned back')
        paid += share(day.hosts, result.pool)
        carried = result.carried
      }
      if (paid * 2n > earned) throw new Error('more than half was paid')
    }),
    { numRuns: runs(20_000, 300_000) },
  )
  expect(histories).toBeGreaterThanOrEqual(20_000)
})

/** Pays a day to all hosts of a book; returns the sum. */
function share(orders: readonly { principal: bigint; upperPpm: bigint }[], pool: bigint): bigint {
  const hosted = orders.reduce((sum, one) => sum + one.principal, 0n)
  let sum = 0n
  for (const one of orders) {
    const paid = payoutOf(one, { pool, hosted })
    if (paid < 0n || paid * 1_000_000n > one.principal * one.upperPpm)
      throw new Error('above the upper yield')
    if (paid * hosted > pool * one.principal) throw new Error('above its share')
    sum += paid
  }
  if (sum > pool) throw new Error('more than the pool was paid')
  return sum
}

test('the opening products have consistent terms', () => {
  for (const { least, most, upperPpm, exitFeePpm, version } of OPENING_PRODUCTS) {
    expect([least % PROGRAMME.unit, most % PROGRAMME.unit, version]).toEqual([0n, 0n, 1])
    expect(least > 0n && least <= most && upperPpm > 0n && exitFeePpm >= 0n).toBe(true)
  }
})
