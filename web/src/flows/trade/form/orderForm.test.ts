import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount, formatFixed, ONE, parseAmount } from '@tickmark/core/money/money'
import { settle, sumsFor } from '@tickmark/core/orders/orders'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  draftOf,
  initial,
  largestStake,
  problems,
  quickAmounts,
  ratePctOf,
  reduce,
  summary,
} from './orderForm.ts'

const typed = (amount: string) => ({ ...initial('up'), amount })
const usdt = { least: ONE, most: 5_000n * ONE }

test('a new form is one minute, the first range, USDT and no amount', () => {
  expect(initial('down')).toEqual({ durationId: 110, direction: 'down', range: 0, currencyId: 1, amount: '' })
})

test('a draft is kept, except for its direction', () => {
  const draft = draftOf({ durationId: 113, range: 2, currencyId: 4, amount: '0.01', direction: 'down' })
  expect(initial('up', draft)).toEqual({
    durationId: 113,
    direction: 'up',
    range: 2,
    currencyId: 4,
    amount: '0.01',
  })
})

test.each([
  [{ durationId: 110 }, { durationId: 110 }],
  [{ range: 0 }, { range: 0 }],
  [
    { range: 1, amount: '' },
    { range: 1, amount: '' },
  ],
  [{ currencyId: 4, durationId: '110' }, { currencyId: 4 }],
  [{ amount: '12.', currencyId: '4' }, { amount: '12.' }],
  [{ amount: '1,5', range: -1 }, {}],
])('of the draft %j the readable fields %j are kept', (value, draft) => {
  expect(draftOf(value)).toEqual(draft)
})

test.each([null, 7, 'x', [], { durationId: 9, range: 3, currencyId: 1.5, amount: 'abc' }])(
  'a spoilt draft %j gives nothing',
  (value) => {
    expect(draftOf(value)).toEqual({})
  },
)

test.each([
  ['250', '250'],
  ['٢٥٠٫٥', '250.5'],
  ['۱۲', '12'],
  ['1,234.5', '1234.5'],
  ['12,5', '12.5'],
  ['12.', '12.'],
  ['', ''],
])('[ORD-02] typing %s into the amount gives %s', (text, amount) => {
  expect(reduce(typed('7'), { field: 'amount', value: text }).amount).toBe(amount)
})

test.each(['abc', '-3', '1e5', '1.123456789', '1.2.3'])('[ORD-02] typing %s changes nothing', (text) => {
  expect(reduce(typed('7'), { field: 'amount', value: text })).toEqual(typed('7'))
})

test('a change of one field keeps the others', () => {
  const form = reduce(reduce(typed('250'), { field: 'range', value: 1 }), { field: 'durationId', value: 115 })
  expect(form).toEqual({ durationId: 115, direction: 'up', range: 1, currencyId: 1, amount: '250' })
})

test.each([
  ['250', '1.74', '435.000000', '250.000000', '685'],
  ['250.', '1.74', '435.000000', '250.000000', '685'],
  ['1.999999', '0.92', '1.839999', '1.999999', '3.83999808'],
  ['0.00000001', '0.92', '0.000000', '0.000000', '0.00000001'],
])('[ORD-02] %s at %s is expected to return %s', (amount, rate, expectedReturn, loss, payout) => {
  const sum = summary(typed(amount), { rate })
  expect(sum).toMatchObject({ expectedReturn, loss })
  expect(formatAmount(sum?.payout ?? 0n)).toBe(payout)
})

test.each([
  ['', '0.92'],
  ['0', '0.92'],
  ['250', null],
  ['250', '0.925'],
])('there is no summary of "%s" at %s', (amount, rate) => {
  expect(summary(typed(amount), { rate })).toBeNull()
})

test('[ORD-02] the sheet’s sums are exactly those that a win and a loss book', () => {
  const stakes = fc.bigInt({ min: 1n, max: 5_000n * ONE })
  fc.assert(
    fc.property(stakes, fc.integer({ min: 0, max: 2_000 }), (stake, ratePct) => {
      const rate = formatFixed(BigInt(ratePct) * 1_000_000n, 2)
      const sum = summary(typed(formatAmount(stake)), { rate })
      const sums = sumsFor(stake, ratePct)
      const won = settle({ direction: 'up', barrierPpm: 0 }, sums, 100n, 101n)
      const lost = settle({ direction: 'up', barrierPpm: 0 }, sums, 100n, 99n)
      expect(sum?.payout).toBe(won.toUser)
      expect(sum?.expectedReturn).toBe(formatFixed(won.net, 6))
      expect(`-${sum?.loss}`).toBe(formatFixed(lost.net, 6).replace(/^0/, '-0'))
    }),
  )
})

test.each([
  ['', 10_000n, ['amount_missing']],
  ['0', 10_000n, ['amount_invalid']],
  ['0.5', 10_000n, ['stake_too_small']],
  ['1', 10_000n, []],
  ['5000', 10_000n, []],
  ['5000.00000001', 10_000n, ['stake_too_large']],
  ['6000', 100n, ['stake_too_large', 'insufficient_funds']],
  ['100', 100n, []],
  ['100.01', 100n, ['insufficient_funds']],
])('"%s" with %d available has the problems %j', (amount, available, codes) => {
  const facts = { rate: '0.92', currency: usdt, available: available * ONE }
  expect(problems(typed(amount), facts).map((one) => one.code)).toEqual(codes)
})

test('a problem names the limit that it breaks', () => {
  const facts = { rate: '0.92', currency: usdt, available: 7n * ONE }
  const found = (amount: string) => problems(typed(amount), facts)
  expect(found('0.99999999')).toEqual([{ code: 'stake_too_small', least: ONE }])
  expect(found('5000.00000001')).toEqual([
    { code: 'stake_too_large', most: 5_000n * ONE },
    { code: 'insufficient_funds', available: 7n * ONE },
  ])
})

test('an order without a currency has no offer, and its other problems come first', () => {
  const facts = { rate: '0.92', currency: null, available: ONE }
  const codes = (amount: string) => problems(typed(amount), facts).map(({ code }) => code)
  expect([codes('0.5'), codes(''), codes('.'), codes('2')]).toEqual([
    ['no_offer'],
    ['amount_missing', 'no_offer'],
    ['amount_invalid', 'no_offer'],
    ['insufficient_funds', 'no_offer'],
  ])
})

test('an order cannot be sent without a quote, but can with an unknown balance', () => {
  expect(problems(typed('10'), { rate: null, currency: usdt, available: null })).toEqual([
    { code: 'no_offer' },
  ])
  expect(problems(typed('10'), { rate: '0.92', currency: usdt, available: null })).toEqual([])
})

test.each([
  ['0.92', 92],
  ['1.7', 170],
  ['3', 300],
  ['0', 0],
  ['0.01', 1],
  ['0.00000001', null],
  ['0.925', null],
  ['-1', null],
  ['x', null],
])('the rate %s is %s hundredths', (rate, pct) => {
  expect(ratePctOf(rate)).toBe(pct)
})

test('Max takes the available balance, cut to the shown decimals, up to the maximum of one order', () => {
  expect(largestStake(parseAmount('123.456789') ?? 0n, usdt.most, 2)).toBe('123.45')
  expect(largestStake(10_000n * ONE, usdt.most, 2)).toBe('5000')
  expect(largestStake(100n * ONE, usdt.most, 0)).toBe('100')
  expect(largestStake(100n * ONE, usdt.most, 2)).toBe('100')
  expect(largestStake(parseAmount('0.1') ?? 0n, usdt.most, 8)).toBe('0.1')
  expect(largestStake(0n, usdt.most, 2)).toBe('0')
  expect(largestStake(-1n, usdt.most, 2)).toBe('0')
})

test('every quick amount of every payment currency is an allowed stake', () => {
  for (const { stake } of CURRENCIES) {
    if (!stake) continue
    for (const amount of quickAmounts(stake.least)) {
      const facts = { rate: '0.92', currency: stake, available: null }
      expect(problems(typed(amount), facts)).toEqual([])
    }
  }
})
