import { parseAmount } from '@tickmark/core/money/money'
import { describe, expect, test } from 'vitest'
import {
  type AlertChange,
  type AlertForm,
  initial,
  problems,
  reduce,
  summary,
  wireValue,
} from './alertForm.ts'

const now = parseAmount('67400') ?? 0n
const facts = { now, waiting: 3, most: 50 }

function formOf(changes: readonly AlertChange[]): AlertForm {
  return changes.reduce(reduce, initial())
}

const price = (value: string): AlertChange[] => [{ field: 'value', value }]
const percent = (way: 'rise' | 'fall', value: string): AlertChange[] => [
  { field: 'kind', value: 'percent' },
  { field: 'way', value: way },
  { field: 'value', value },
]

describe('an alert fires at', () => {
  test.each([
    ['a price above', price('68074'), '68074', 'above', 10_000, '68074'],
    ['a price below, in Arabic digits', price('٦٦٠٥٢'), '66052', 'below', 20_000, '66052'],
    ['a price that is still being typed', price('68074.'), '68074', 'above', 10_000, '68074'],
    ['a rise', percent('rise', '2.5'), '69085', 'above', 25_000, '2.5'],
    ['a fall', percent('fall', '10'), '60660', 'below', 100_000, '-10'],
    ['the largest fall', percent('fall', '99'), '674', 'below', 990_000, '-99'],
    ['the largest rise', percent('rise', '1000'), '741400', 'above', 10_000_000, '1000'],
  ] as const)('%s', (_name, changes, level, side, awayPpm, wire) => {
    const form = formOf(changes)
    expect(summary(form, facts)).toEqual({ level: parseAmount(level), side, awayPpm })
    expect(problems(form, facts)).toEqual([])
    expect(wireValue(form)).toBe(wire)
  })
})

describe('an alert is not set', () => {
  test.each([
    ['without a value', [], facts, 'value_missing'],
    ['at zero', price('0'), facts, 'value_invalid'],
    ['for a move of nothing', percent('rise', '0.'), facts, 'value_invalid'],
    ['for a fall of all', percent('fall', '99.01'), facts, 'percent_out_of_range'],
    ['for a rise beyond a thousand percent', percent('rise', '1000.5'), facts, 'percent_out_of_range'],
    ['at the price of now', price('67400.00'), facts, 'reached'],
    ['when there are enough', price('68000'), { ...facts, waiting: 50 }, 'full'],
  ] as const)('%s', (_name, changes, given, code) => {
    expect(problems(formOf(changes), given).map((one) => one.code)).toEqual([code])
  })
})

test('a move’s level is rounded away from the price, so that it never fires early', () => {
  const odd = { now: 100_000_001n }
  expect(summary(formOf(percent('rise', '0.01')), odd)?.level).toBe(100_010_002n)
  expect(summary(formOf(percent('fall', '0.01')), odd)?.level).toBe(99_990_000n)
})

test('a move of as many percent as the price has USDT is set, and so is the last alert that there is room for', () => {
  const cheap = parseAmount('2.5') ?? 0n
  expect(problems(formOf(percent('rise', '2.5')), { now: cheap, waiting: 49, most: 50 })).toEqual([])
  expect(problems(formOf(price('2.5')), { now: cheap, waiting: 49, most: 50 })).toEqual([{ code: 'reached' }])
})

test('without a price there is no level', () => {
  expect(summary(formOf(percent('rise', '5')), { now: null })).toBeNull()
  expect(summary(formOf(price('68000')), { now: 0n })).toBeNull()
  expect(problems(formOf(price('68000')), { ...facts, now: null })).toEqual([])
})

test('changing the kind clears the value, and text that is not a number is ignored', () => {
  const form = formOf(price('68000'))
  expect(reduce(form, { field: 'kind', value: 'percent' }).value).toBe('')
  expect(reduce(form, { field: 'kind', value: 'price' })).toBe(form)
  expect(reduce(form, { field: 'value', value: '68e3' })).toBe(form)
  expect(formOf([...percent('rise', '1.25'), { field: 'value', value: '1.255' }]).value).toBe('1.25')
})

test('the distance of a level is rounded down, and 0 at the price itself', () => {
  const odd = { now: 300_000_000n }
  expect(summary(formOf(price('3.00000299')), odd)?.awayPpm).toBe(0)
  expect(summary(formOf(price('3.000003')), odd)?.awayPpm).toBe(1)
  expect(summary(formOf(price('2.99999701')), odd)?.awayPpm).toBe(0)
  expect(summary(formOf(price('x')), odd)).toBeNull()
  expect(summary(formOf(percent('fall', '')), odd)).toBeNull()
})

test('a price has as many decimals as typed, a move two, and only a move falls', () => {
  expect(formOf(price('1.23456')).value).toBe('1.23456')
  expect(formOf(percent('rise', '1.23456')).value).not.toBe('1.23456')
  expect(wireValue({ kind: 'price', way: 'fall', value: '5' })).toBe('5')
})
