import { expect, test } from 'vitest'
import { latinDigits, normaliseDecimal, withoutPoint } from './digits.ts'

const READ: [typed: string, decimal: string | null][] = [
  ['', ''],
  ['12.5', '12.5'],
  ['12.', '12.'],
  ['.5', '0.5'],
  ['.', '0.'],
  ['007', '7'],
  ['0.00', '0.00'],
  ['١٢٣', '123'],
  ['١٢٫٥', '12.5'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['۴۲', '42'],
  ['１２．５', '12.5'],
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,5', '12.5'],
  ['12,', '12.'],
  [' 1 000 ', '1000'],
  ['abc', null],
  ['-1', null],
  ['1e5', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['0.123456789', null],
]

test.each(READ)('%j is read as %j', (typed, decimal) => {
  expect(normaliseDecimal(typed)).toBe(decimal)
})

/** Digits before and after a lone comma. */
const PARTS = ['1', '10', '100', '1000', '10000'].flatMap((before) =>
  ['', '5', '50', '500', '5000'].map((after) => [before, after] as const),
)

test.each(PARTS)('a lone comma after %s and before %s groups only three digits', (before, after) => {
  const isGroup = before.length <= 3 && after.length === 3
  expect(normaliseDecimal(`${before},${after}`)).toBe(isGroup ? before + after : `${before}.${after}`)
})

test.each([
  ['1,000,250', '1000250'],
  ['1000,250,000', null],
  ['1,0000,250', null],
  ['1,000,25', null],
  ['1,000.25', '1000.25'],
  ['1000,250.5', null],
  ['1,00.5', null],
])('of several groups, all but the first have three digits: %j is %j', (typed, decimal) => {
  expect(normaliseDecimal(typed)).toBe(decimal)
})

test('a whole-number field refuses a point, and decimals beyond its places', () => {
  expect(normaliseDecimal('12', 0)).toBe('12')
  expect(normaliseDecimal('12.', 0)).toBe(null)
  expect(normaliseDecimal('1.23', 2)).toBe('1.23')
  expect(normaliseDecimal('1.234', 2)).toBe(null)
})

test.each([
  ['12.', '12'],
  ['12', '12'],
  ['1.5', '1.5'],
  ['', ''],
])('%j without a trailing point is %j', (typed, decimal) => {
  expect(withoutPoint(typed)).toBe(decimal)
})

test('reading a result again returns it unchanged', () => {
  const decimals = READ.map(([, decimal]) => decimal).filter((decimal) => decimal !== null)
  expect(decimals.map((decimal) => normaliseDecimal(decimal))).toEqual(decimals)
})

test('digits of other scripts become 0-9 and nothing else changes', () => {
  expect(latinDigits('+٩٧١ ۵۰ １2-x')).toBe('+971 50 12-x')
})
