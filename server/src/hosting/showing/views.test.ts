import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import type { ClosedDay } from '../dayStore.ts'
import { productView, SHOWN_DAYS } from './views.ts'

const product = {
  mid: 1,
  version: 2,
  days: 7,
  least: 100n * ONE,
  most: 5_000n * ONE,
  upperPpm: 300n,
  exitFeePpm: 5_000n,
}
/** A day whose pool 10,000 USDT would have shared with the smallest order among them; in the simulated book, a million. */
const day = (pool: bigint) =>
  ({ pool, real: { hosted: 9_900n * ONE }, simulated: { hosted: 999_900n * ONE } }) as unknown as ClosedDay
const yieldOf = (days: readonly ClosedDay[], book: 'real' | 'simulated' = 'real') =>
  productView(product, days, { book, language: 'english' }).dayYield

test('a product is shown with its bounds, its fee in percent and its yields as fractions', () => {
  expect(productView(product, [day(ONE)], { book: 'real', language: 'english' })).toMatchObject({
    mid: 1,
    version: 2,
    period: 7,
    quotaScope: '100 - 5000',
    least: '100',
    most: '5000',
    dayYield: '0.0001-0.0003',
    serviceCharge: '0.5',
  })
})

test.each([
  ['no day', [], '0-0.0003'],
  ['a day above the upper yield', [day(9n * ONE)], '0.0003-0.0003'],
  ['a day that pays and one that does not', [day(2n * ONE), day(0n)], '0.0001-0.0003'],
  ['three days, rounded down', [day(ONE), day(ONE), day(0n)], '0.00006666-0.0003'],
  [
    'days of which the last thirty count',
    [...Array.from({ length: SHOWN_DAYS }, () => day(ONE)), day(0n)],
    '0.0001-0.0003',
  ],
])('the yields of %s', (_, days, text) => {
  expect(yieldOf(days)).toBe(text)
})

test('each book has its own yield', () => {
  expect(yieldOf([day(ONE)], 'simulated')).toBe('0.000001-0.0003')
})
