import { expect, test } from 'vitest'
import { percentOf, upperOf } from './productVersion.ts'

test.each([
  ['0.00021-0.0004', '0.0004', '0.04'],
  ['0.0004', '0.0004', '0.04'],
  ['0.0001-0.00029', '0.00029', '0.029'],
  ['0-0.0000014', '0.0000014', '0.0001'],
  ['0-0.0000015', '0.0000015', '0.0002'],
  ['0-1', '1', '100'],
])('the daily yield %s is at most %s, in percent %s', (dayYield, upper, percent) => {
  expect(upperOf({ dayYield })).toBe(upper)
  expect(percentOf(upper)).toBe(percent)
})
