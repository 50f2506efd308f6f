import { expect, test } from 'vitest'
import { afterKey, padKeyOf, type PadKey } from './keypad.ts'

const rows: [value: string, key: PadKey, next: string][] = [
  ['', '5', '5'],
  ['', '.', '0.'],
  ['0', '7', '7'],
  ['50', '0', '500'],
  ['5', '.', '5.'],
  ['5.', '.', '5.'],
  ['5.2', '5', '5.25'],
  ['5.25', '1', '5.25'],
  ['99999999999', '1', '999999999991'],
  ['999999999999', '1', '999999999999'],
  ['999999999999', '.', '999999999999.'],
  ['9999999999.9', '1', '9999999999.91'],
  ['99999999999.9', '1', '99999999999.9'],
  ['5.25', 'delete', '5.2'],
  ['5', 'delete', ''],
  ['', 'delete', ''],
]

test.each(rows)('on the number pad, %j and %j give %j', (value, key, next) => {
  expect(afterKey(value, key)).toBe(next)
})

test('a whole-number field accepts no decimal point', () => {
  expect(afterKey('5', '.', { decimals: 0 })).toBe('5')
  expect(afterKey('12', '3', { mostDigits: 2 })).toBe('12')
})

const keys: [key: string, means: PadKey | null][] = [
  ['7', '7'],
  ['٧', '7'],
  ['７', '7'],
  ['.', '.'],
  [',', '.'],
  ['٫', '.'],
  ['Backspace', 'delete'],
  ['Delete', 'delete'],
  ['a', null],
  ['F1', null],
  ['Tab', null],
]

test.each(keys)('the key %j of a hardware keyboard means %j', (key, means) => {
  expect(padKeyOf(key)).toBe(means)
})
