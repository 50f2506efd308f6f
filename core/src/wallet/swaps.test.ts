import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { runs } from '../runs.testing.ts'
import { decideQuoted, decideUnquoted, swapRate, swapRates, swapReceives } from './swaps.ts'

const units = (whole: number) => BigInt(Math.round(whole * 1e8))

test('the source is priced 0.1 % below the index, the target at the index', () => {
  expect(swapRates(units(3_500), ONE)).toEqual({ source: units(3_496.5), target: ONE })
  expect(swapRates(0n, ONE)).toBeNull()
  expect(swapRates(1n, ONE)).toBeNull()
  expect(swapRates(2n, 1n)).toEqual({ source: 1n, target: 1n })
  expect(swapRates(1_000_000_000_001n, ONE)?.source).toBe(999_000_000_000n)
  expect(swapRates(ONE, 0n)).toBeNull()
})

test.each([
  [units(1), units(3_500), ONE, units(3_496.5)],
  [units(100), ONE, units(60_000), 166_500n],
  [1n, ONE, units(60_000), 0n],
  [1n, units(60_000), ONE, 59_940n],
])('%s of a coin at %s gives %s-priced coins: %s', (amount, source, target, received) => {
  const rates = swapRates(source, target)
  expect(rates && swapReceives(amount, rates)).toBe(received)
})

test('the rate is the amount received for one unit of the source', () => {
  const rates = swapRates(units(3_500), ONE)
  expect(rates && swapRate(rates)).toBe(units(3_496.5))
})

test.each([
  // present, previewed, what is paid
  [1_000_000n, 1_000_000n, 'previewed'],
  [999_500n, 1_000_000n, 'previewed'],
  [999_499n, 1_000_000n, 'price_moved'],
  [1_000_000n, 999_500n, 'previewed'],
  [1_000_000n, 999_499n, 'present'],
  [5n, 0n, 'amount_too_small'],
  [0n, 0n, 'amount_too_small'],
])('a quoted swap, present %s, previewed %s: %s', (present, previewed, expected) => {
  const decision = decideQuoted(present, previewed)
  expect(decision.ok ? decision.value : decision.refusal.code).toBe(expected)
})

test.each([
  [995_000n, 1_000_000n, 'present'],
  [1_010_000n, 1_000_000n, 'present'],
  [994_999n, 1_000_000n, 'price_moved'],
  [1n, 1n, 'present'],
  [0n, 0n, 'amount_too_small'],
])('a swap without a quote, present %s, seen %s: %s', (present, seen, expected) => {
  const decision = decideUnquoted(present, seen)
  expect(decision.ok ? decision.value : decision.refusal.code).toBe(expected)
})

test('[T22] cycles of swaps at constant prices gain nothing, split or whole', () => {
  const price = fc.bigInt({ min: 1n, max: units(200_000) })
  const cycle = fc.record({
    amount: fc.bigInt({ min: 1n, max: units(1_000_000) }),
    prices: fc.array(price, { minLength: 2, maxLength: 5 }),
    parts: fc.bigInt({ min: 1n, max: 7n }),
  })
  fc.assert(
    fc.property(cycle, ({ amount, prices, parts }) => {
      const hops = [...prices, prices[0] ?? ONE]
      let left = amount
      for (const [at, from] of hops.slice(0, -1).entries())
        left = swapped(left, from, hops[at + 1] ?? ONE, parts)
      expect(left <= amount).toBe(true)
    }),
    { numRuns: runs(5_000, 50_000) },
  )
})

/** The total received for a swap in several parts. */
function swapped(amount: bigint, from: bigint, to: bigint, parts: bigint): bigint {
  const rates = swapRates(from, to)
  if (!rates) return 0n
  const part = amount / parts
  const split = swapReceives(part, rates) * (parts - 1n) + swapReceives(amount - part * (parts - 1n), rates)
  expect(split <= swapReceives(amount, rates)).toBe(true)
  return split
}
