import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST, floorTo, formatAmount, formatFixed, parseAmount, raiseTo, shareFloor } from './money.ts'

const units = fc.bigInt({ min: -MOST, max: MOST })

test.each<[string, bigint | null]>([
  ['0', 0n],
  ['-0', 0n],
  ['1', 100_000_000n],
  ['0.00000001', 1n],
  ['-0.001', -100_000n],
  ['12.5', 1_250_000_000n],
  ['12.500000000000', 1_250_000_000n],
  ['92233720368.54775807', MOST],
  ['92233720368.54775808', null],
  ['0.000000001', null],
  ['1.1234567890123456789', null],
  ['1e400', null],
  ['1e2', null],
  ['abc', null],
  ['', null],
  ['.5', null],
  ['5.', null],
  ['+1', null],
  [' 1', null],
  ['1\n', null],
  ['--1', null],
  ['Infinity', null],
])('"%s" reads as %s', (text, expected) => {
  expect(parseAmount(text)).toBe(expected)
})

test('every amount is read back as it was written', () => {
  fc.assert(
    fc.property(units, (one) => {
      expect(parseAmount(formatAmount(one))).toBe(one)
      expect(parseAmount(formatFixed(one, 8))).toBe(one)
      expect(formatAmount(one)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d{0,7}[1-9])?)$/)
    }),
    { numRuns: 5_000 },
  )
})

test('nothing is written without a sign', () => {
  expect(formatAmount(0n)).toBe('0')
})

test('any text either reads as an exact amount or is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^-?\d{0,22}\.?\d{0,12}$/)), (text) => {
      const read = parseAmount(text)
      if (read !== null) expect(parseAmount(formatAmount(read))).toBe(read)
    }),
    { numRuns: 5_000 },
  )
})

test.each<[bigint, number, string]>([
  [199_999_999n, 2, '1.99'],
  [-199_999_999n, 2, '-1.99'],
  [-1n, 2, '0.00'],
  [-1n, 8, '-0.00000001'],
  [150_000_000n, 0, '1'],
  [0n, 4, '0.0000'],
])('%s units at %i places read "%s", truncated towards zero', (one, places, text) => {
  expect(formatFixed(one, places)).toBe(text)
})

test('a share is rounded down, never above its exact part', () => {
  const positive = fc.bigInt({ min: 0n, max: MOST })
  fc.assert(
    fc.property(positive, positive, fc.bigInt({ min: 1n, max: MOST }), (a, b, c) => {
      const share = shareFloor(a, b, c)
      expect(share * c <= a * b && (share + 1n) * c > a * b).toBe(true)
    }),
  )
})

test.each([
  [-1n, 1n, 1n],
  [1n, -1n, 1n],
  [1n, 1n, 0n],
  [1n, 1n, -1n],
])('no share is taken of %d x %d / %d', (a, b, c) => {
  expect(() => shareFloor(a, b, c)).toThrow('assertion failed')
})

test('a share of nothing is nothing', () => {
  expect(shareFloor(0n, 5n, 1n)).toBe(0n)
  expect(shareFloor(5n, 0n, 1n)).toBe(0n)
})

test.each([-1, 9, 1.5])('no amount is written with %d places', (places) => {
  expect(() => formatFixed(1n, places)).toThrow('assertion failed')
})

test.each([
  [1_990_000n, 2, 1_000_000n],
  [1_000_000n, 2, 1_000_000n],
  [999_999n, 2, 0n],
  [0n, 2, 0n],
  [-1n, 2, -1_000_000n],
  [-1_000_000n, 2, -1_000_000n],
  [-1_000_001n, 2, -2_000_000n],
  [-5n, 8, -5n],
  [5n, 8, 5n],
  [-1n, 0, -100_000_000n],
])('%d units are rounded down to %i places, a loss too', (units, decimals, floor) => {
  expect(floorTo(units, decimals)).toBe(floor)
})

test.each([
  [1_000_001n, 2, 2_000_000n],
  [1_000_000n, 2, 1_000_000n],
  [0n, 2, 0n],
  [5n, 8, 5n],
])('%d units are rounded up to %i places', (units, decimals, raised) => {
  expect(raiseTo(units, decimals)).toBe(raised)
})
