import { expect, test } from 'vitest'
import type { ChangeableRules } from '@tickmark/wire/routes/operators/rules'
import { durationText, linesOf, ppmOf } from './changes.ts'

const BEFORE: ChangeableRules = {
  marginPpm: 40_000,
  chancesPpm: [500_000, 350_000],
  durations: [
    [60, 3],
    [300, 5],
  ],
  stakes: { USDT: ['100000000', '500000000000'] },
}

test('a version is read line by line, and only changed lines name the old value', () => {
  const after = {
    ...BEFORE,
    marginPpm: 35_500,
    stakes: { USDT: ['200000000', '500000000000'] as [string, string] },
  }
  expect(linesOf(after, BEFORE)).toEqual([
    { name: 'margin', currency: '', value: '3.55 %', was: '4 %' },
    { name: 'chances', currency: '', value: '50 · 35 %', was: null },
    { name: 'durations', currency: '', value: '1 min · 5 min', was: null },
    { name: 'stake', currency: 'USDT', value: '2 – 5000', was: '1 – 5000' },
  ])
  expect(linesOf(BEFORE, null).every(({ was }) => was === null)).toBe(true)
})

test('a currency in only one of two versions is shown as added or removed', () => {
  const gone = linesOf({ ...BEFORE, stakes: {} }, BEFORE)
  expect(gone.at(-1)).toEqual({ name: 'stake', currency: 'USDT', value: '–', was: '1 – 5000' })
  const come = linesOf({ ...BEFORE, stakes: { ...BEFORE.stakes, BTC: ['1000', '200000000'] } }, BEFORE)
  expect(come.slice(3)).toEqual([
    { name: 'stake', currency: 'BTC', value: '0.00001 – 2', was: '–' },
    { name: 'stake', currency: 'USDT', value: '1 – 5000', was: null },
  ])
})

test.each([
  ['4', 40_000],
  ['3.55', 35_500],
  ['0.0001', 1],
  // Times 10,000 these floats miss the whole number, one below and one above.
  ['0.0003', 3],
  ['0.0051', 51],
  ['8.2', 82_000],
  ['1.1001', 11_001],
  [' 5 ', 50_000],
  ['999.9999', 9_999_999],
  ['1000', null],
  ['.5', null],
  ['5.', null],
  ['5%', null],
  ['x5', null],
  ['', null],
  ['4,5', null],
  ['0.00001', null],
  ['-1', null],
])('percent %j is read exactly', (text, ppm) => {
  expect(ppmOf(text)).toBe(ppm)
})

test.each([
  [30, '30 s'],
  [60, '1 min'],
  [90, '90 s'],
  [3_599, '3599 s'],
  [3_600, '1 h'],
  [5_400, '90 min'],
  [14_400, '4 h'],
  [90_000, '25 h'],
  [172_800, '2 d'],
  [86_400, '1 d'],
])('a duration of %i s reads %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
