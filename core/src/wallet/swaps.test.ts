import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { decideSwap, swapRate, swapRates, swapReceives } from './swaps.ts'

const units = (whole: number) => BigInt(Math.round(whole * 1e8))

test('the source is taken 0.1 % below the index, the target at it', () => {
  expect(swapRates(units(3_500), ONE)).toEqual({ source: units(3_496.5), target: ONE })
  expect(swapRates(0n, ONE)).toBeNull()
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
  // present, previewed, quoted, paid
  [1_000_000n, 1_000_000n, true, 1_000_000n],
  [1_010_000n, 1_000_000n, true, 1_000_000n],
  [995_000n, 1_000_000n, true, 1_000_000n],
  [994_999n, 1_000_000n, true, 'price_moved'],
  [995_000n, 1_000_000n, false, 995_000n],
  [1_010_000n, 1_000_000n, false, 1_010_000n],
  [994_999n, 1_000_000n, false, 'price_moved'],
  [0n, 0n, false, 'amount_too_small'],
  [0n, 0n, true, 'amount_too_small'],
])('present %s, previewed %s, quoted %s: %s', (present, previewed, isQuoted, expected) => {
  const decision = decideSwap(present, previewed, isQuoted)
  expect(decision.ok ? decision.value : decision.refusal.code).toBe(expected)
})

test('[T22] 50,000 cycles of swaps at constant prices gain nothing, split or whole', () => {
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
    { numRuns: 50_000 },
  )
})

/** The total of a swap in several parts: never more than the whole in one. */
function swapped(amount: bigint, from: bigint, to: bigint, parts: bigint): bigint {
  const rates = swapRates(from, to)
  if (!rates) return 0n
  const part = amount / parts
  const split = swapReceives(part, rates) * (parts - 1n) + swapReceives(amount - part * (parts - 1n), rates)
  expect(split <= swapReceives(amount, rates)).toBe(true)
  return split
}
