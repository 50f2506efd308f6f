import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilToChain, ledgerCeil, ledgerFloor, rawExact, rawOf } from './rawUnits.ts'

test.each([
  // raw, decimals, floor, ceil
  [1n, 6, 100n, 100n],
  [1_000_000n, 6, 100_000_000n, 100_000_000n],
  [0n, 18, 0n, 0n],
  [1n, 18, 0n, 1n],
  [9_999_999_999n, 18, 0n, 1n],
  [10_000_000_000n, 18, 1n, 1n],
  [10_000_000_001n, 18, 1n, 2n],
  [5n, 8, 5n, 5n],
])('%s of %s decimals is %s units rounded down, %s rounded up', (raw, decimals, floor, ceil) => {
  expect(ledgerFloor(raw, decimals)).toBe(floor)
  expect(ledgerCeil(raw, decimals)).toBe(ceil)
})

test.each([
  [100n, 6, 1n],
  [101n, 6, null],
  [1n, 6, null],
  [0n, 6, 0n],
  [1n, 18, 10_000_000_000n],
  [7n, 8, 7n],
])('%s units on a chain of %s decimals are %s', (amount, decimals, raw) => {
  expect(rawOf(amount, decimals)).toBe(raw)
  if (raw === null) expect(() => rawExact(amount, decimals)).toThrow('no more decimals than its chain')
  else expect(rawExact(amount, decimals)).toBe(raw)
})

test('no negative sum is on a chain, and none is sent', () => {
  expect(() => ledgerFloor(-1n, 18)).toThrow('is not negative')
  expect(() => rawOf(-1n, 18)).toThrow('is not negative')
})

test('a chain has at most 40 decimals', () => {
  expect(rawOf(1n, 40)).toBe(10n ** 32n)
  expect(() => rawOf(1n, 41)).toThrow('a small whole number')
})

test.each([
  [100n, 6, 100n],
  [101n, 6, 200n],
  [199n, 6, 200n],
  [1n, 6, 100n],
  [0n, 6, 0n],
  [7n, 8, 7n],
  [1n, 18, 1n],
])(
  'the least amount of at least %s units that a chain of %s decimals can represent is %s',
  (amount, places, written) => {
    expect(ceilToChain(amount, places)).toBe(written)
  },
)

const decimals = fc.integer({ min: 0, max: 18 })

test('an amount that a chain can represent converts back unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), decimals, (amount, places) => {
      const written = ceilToChain(amount, places)
      expect(written >= amount).toBe(true)
      const raw = rawOf(written, places)
      expect(raw === null ? null : ledgerFloor(raw, places)).toBe(written)
    }),
  )
})

test('rounding never creates money: floor <= ceil, at most one unit apart', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), decimals, (raw, places) => {
      const [floor, ceil] = [ledgerFloor(raw, places), ledgerCeil(raw, places)]
      expect(ceil - floor === 0n || ceil - floor === 1n).toBe(true)
    }),
  )
})
