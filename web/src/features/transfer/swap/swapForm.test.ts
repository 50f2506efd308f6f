import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatFixed, ONE, parseAmount } from '@tickmark/core/money/money'
import { swapRates } from '@tickmark/core/wallet/swaps'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountOf,
  draftOf,
  initial,
  isSameSwap,
  problems,
  reduce,
  summary,
  targetsOf,
  type SwapChange,
  type SwapForm,
} from './swapForm.ts'

const form = (more: Partial<SwapForm> = {}): SwapForm => ({ ...initial(1), ...more })
const units = (text: string) => parseAmount(text) ?? 0n
const list = CURRENCIES.map((one) => ({ currencyId: one.id }))

test('a new form gives the currency of the page for another one', () => {
  expect(initial(1)).toEqual({ source: 1, target: 3, amount: '' })
  expect(initial(4)).toEqual({ source: 4, target: 1, amount: '' })
})

test('a draft is kept, but the source is the page’s currency, and an amount in another currency is dropped', () => {
  const draft = draftOf({ source: 1, target: 4, amount: '12.5' })
  expect(initial(1, draft)).toEqual({ source: 1, target: 4, amount: '12.5' })
  expect(initial(3, draft)).toEqual({ source: 3, target: 4, amount: '' })
  expect(initial(4, draft)).toEqual({ source: 4, target: 1, amount: '' })
})

test.each([null, 7, 'x', [], { target: 99, amount: 'abc' }, { target: '1', amount: 5 }])(
  'a spoilt draft %j gives nothing',
  (value) => expect(draftOf(value)).toEqual({}),
)

test('[WAL-07] the list of targets is without the source, whatever the source is', () => {
  for (const { currencyId } of list) {
    const targets = targetsOf(list, currencyId).map((one) => one.currencyId)
    expect(targets).not.toContain(currencyId)
    expect(targets).toHaveLength(list.length - 1)
  }
})

const change: fc.Arbitrary<SwapChange> = fc.oneof(
  fc.record({
    field: fc.constantFrom('source' as const, 'target' as const),
    value: fc.integer({ min: 1, max: 7 }),
  }),
  fc.constant({ field: 'turn' as const }),
  fc.record({ field: fc.constant('amount' as const), value: fc.string({ maxLength: 12 }) }),
)

test('no sequence of changes makes a currency its own target, or an amount that is not a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.array(change, { maxLength: 20 }), (source, changes) => {
      const end = changes.reduce(reduce, initial(source))
      expect(end.source).not.toBe(end.target)
      expect(end.amount === '' || amountOf(end) !== null || end.amount === '.').toBe(true)
    }),
  )
})

test('exchanging twice changes only the amount, which stays with its currency', () => {
  const one = form()
  expect(reduce({ ...one, amount: '3' }, { field: 'turn' })).toEqual({ source: 3, target: 1, amount: '' })
  expect(reduce(reduce(one, { field: 'turn' }), { field: 'turn' })).toEqual(one)
})

test('[WAL-07] the preview is amount x source rate / target rate with eight decimals, cut', () => {
  const rates = swapRates(units('1'), units('3518.22'))
  // 250 x 0.999 / 3518.22 = 0.070987601…
  expect(rates && formatFixed(summary(form({ amount: '250' }), { rates })?.receives ?? 0n, 8)).toBe(
    '0.07098760',
  )
  expect(summary(form({ amount: '' }), { rates })).toBeNull()
  expect(summary(form({ amount: '0' }), { rates })).toBeNull()
  expect(summary(form({ amount: '5' }), { rates: null })).toBeNull()
})

test('[WAL-07] an amount is needed, at most the balance', () => {
  const table: [string, string | undefined][] = [
    ['', 'amount_missing'],
    ['0', 'amount_invalid'],
    ['0.', 'amount_invalid'],
    ['10.00000001', 'insufficient_funds'],
    ['10', undefined],
    ['0.00000001', undefined],
  ]
  for (const [amount, code] of table) {
    expect([amount, problems(form({ amount }), { available: 10n * ONE })[0]?.code]).toEqual([amount, code])
  }
  expect(problems(form({ amount: '999' }), { available: null })).toEqual([])
})

test('two swaps are the same when sum and currencies are equal, at any rate', () => {
  const one = { currencyId: 1, toCurrencyId: 3, amount: '60', quote: 'a' }
  const table: [Partial<typeof one>, boolean][] = [
    [{}, true],
    [{ quote: 'b' }, true],
    [{ amount: '60.0' }, true],
    [{ amount: '61' }, false],
    [{ currencyId: 2 }, false],
    [{ toCurrencyId: 4 }, false],
    [{ currencyId: 3, toCurrencyId: 1 }, false],
  ]
  for (const [more, isSame] of table) {
    expect([more, isSameSwap(one, { ...one, ...more })]).toEqual([more, isSame])
  }
})
