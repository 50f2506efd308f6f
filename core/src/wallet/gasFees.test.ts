import { rawOf } from '../money/rawUnits.ts'
import { ONE, parseAmount } from '../money/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  feeOf,
  feeTerms,
  firstFees,
  gasCapFor,
  gasPriceFor,
  maxFeeFor,
  mostFeePerGas,
  raisedFees,
} from './gasFees.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const GWEI = 1_000_000_000n

test.each([
  [20n * GWEI, 1n * GWEI, 41n * GWEI],
  [0n, 0n, GWEI],
  [7n, 0n, GWEI],
])('base fee %s and tip %s wei offer at most %s', (baseFee, tip, most) => {
  expect(maxFeeFor({ baseFee, tip })).toBe(most)
  expect(gasCapFor(false, { baseFee, tip })).toBe(40_000n * most * 2n)
  expect(gasCapFor(true, { baseFee, tip })).toBe(90_000n * most * 2n)
})

test('gas is charged at the index plus 2 %, rounded up to the chain’s smallest unit', () => {
  const price = gasPriceFor(units('3500'), units('1'))
  expect(price).toBe(units('3570'))
  expect(feeOf(10n ** 15n, price, 18, 6)).toBe(units('3.57'))
  expect(feeOf(1n, price, 18, 6)).toBe(units('0.000036'))
  expect(feeOf(10n ** 15n + 1n, null, 18, 18)).toBe(units('0.00100001'))
  expect(gasPriceFor(units('3500'), units('0.2'))).toBe(units('17850'))
})

test('a fee is rounded up by a whole unit, and only where a part is left', () => {
  expect([ONE, ONE + 1n, 2n * ONE].map((price) => feeOf(1n, price, 8, 8))).toEqual([1n, 2n, 2n])
  for (const [native, own] of [
    [0n, 1n],
    [1n, 0n],
  ] as const)
    expect(() => gasPriceFor(native, own)).toThrow('prices are above zero')
})

test('a fee covers the burned gas, grows with it, and can be represented on its chain', () => {
  const wei = fc.bigInt(0n, 10n ** 19n)
  fc.assert(
    fc.property(wei, wei, fc.bigInt(1n, 10n ** 13n), (a, b, price) => {
      const fee = feeOf(a, price, 18, 6)
      expect(rawOf(fee, 6)).not.toBeNull()
      expect(fee * 10n ** 18n).toBeGreaterThanOrEqual(a * price)
      if (a <= b) expect(fee).toBeLessThanOrEqual(feeOf(b, price, 18, 6))
      expect(feeOf(a, null, 18, 18) * 10n ** 10n).toBeGreaterThanOrEqual(a)
    }),
  )
})

test('a raise adds at least an eighth to both fees, even from a zero tip, or is refused above the maximum', () => {
  const fee = fc.bigInt(1n, 10n ** 12n)
  const anyTip = fc.bigInt(0n, 10n ** 12n)
  fc.assert(
    fc.property(fee, anyTip, fee, anyTip, fee, (maxFee, tip, baseFee, tipNow, most) => {
      const last = { maxFee, tip: tip < maxFee ? tip : maxFee }
      const raised = raisedFees(last, { baseFee, tip: tipNow }, most)
      if (!raised) return
      expect(raised.maxFee * 8n).toBeGreaterThanOrEqual(last.maxFee * 9n)
      expect(raised.tip * 8n).toBeGreaterThanOrEqual(last.tip * 9n)
      expect(raised.tip).toBeGreaterThan(last.tip)
      expect(raised.tip).toBeLessThanOrEqual(raised.maxFee)
      expect(raised.maxFee).toBeLessThanOrEqual(most)
    }),
  )
})

test.each([
  [
    'an eighth and one more of both',
    [16n * GWEI, 8n * GWEI],
    [1n, 1n],
    20n * GWEI,
    [18n * GWEI + 1n, 9n * GWEI + 1n],
  ],
  ['the eighth rounded down', [100n, 8n], [1n, 1n], 113n, [113n, 10n]],
  ['one below that', [100n, 8n], [1n, 1n], 112n, null],
  ['a tip of nothing', [100n, 0n], [1n, 0n], 2n * GWEI, [GWEI, 1n]],
  ['a chain that asks more', [GWEI, 8n], [10n * GWEI, 2n * GWEI], 30n * GWEI, [22n * GWEI, 2n * GWEI]],
  ['a chain that asks more than the most', [100n, 1n], [1n, 5n * GWEI], GWEI, [GWEI, GWEI]],
  ['the whole maximum as the tip, with room for all but one', [100n, 100n], [1n, 1n], 112n, null],
  ['a tip that the most leaves no room for', [100n, 100n], [1n, 1n], 113n, [113n, 113n]],
] as const)('raised fees: %s', (_what, [maxFee, tip], [baseFee, tipNow], most, expected) => {
  const raised = raisedFees({ maxFee, tip }, { baseFee, tip: tipNow }, most)
  expect(raised && [raised.maxFee, raised.tip]).toEqual(expected)
})

test.each([
  ['below the most', [10n * GWEI, GWEI], 50n * GWEI, [21n * GWEI, GWEI]],
  ['cut to the most', [10n * GWEI, GWEI], 15n * GWEI, [15n * GWEI, GWEI]],
  ['with a tip cut to the most', [10n * GWEI, 3n * GWEI], 2n * GWEI, [2n * GWEI, 2n * GWEI]],
] as const)('the first fees: %s', (_what, [baseFee, tip], most, [maxFee, offered]) => {
  expect(firstFees({ baseFee, tip }, most)).toEqual({ maxFee, tip: offered })
})

test('the cap of a withdrawal is divided by the gas limit of its transaction', () => {
  expect(mostFeePerGas({ gasCap: 90_000n * GWEI + 1n, gasPrice: 1n })).toBe(GWEI)
  expect(mostFeePerGas({ gasCap: 40_000n * GWEI, gasPrice: null })).toBe(GWEI)
})

test('a token’s terms need both prices, those of a network’s own coin need none', () => {
  const fees = { baseFee: 10n * GWEI, tip: GWEI }
  const prices = { native: units('3500'), own: units('1') }
  const token = { isToken: true, nativeDecimals: 18, decimals: 6 }
  const gasCap = gasCapFor(true, fees)
  const gasPrice = gasPriceFor(prices.native, prices.own)
  expect(feeTerms(fees, prices, token)).toEqual({ gasCap, gasPrice, feeCap: feeOf(gasCap, gasPrice, 18, 6) })
  for (const price of ['native', 'own'] as const) {
    expect(feeTerms(fees, { ...prices, [price]: null }, token)).toBeNull()
  }
  const coin = { isToken: false, nativeDecimals: 18, decimals: 18 }
  expect(feeTerms(fees, { native: null, own: null }, coin)).toMatchObject({ gasPrice: null })
})
