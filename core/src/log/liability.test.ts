import { expect, test } from 'vitest'
import { areLiabilities } from './liability.ts'

const H = 'ab'.repeat(32)
const USDT = { book: 'real', currency: 'USDT', amount: '5', root: H }

test.each<[string, unknown, boolean]>([
  ['none', [], true],
  ['one', [USDT], true],
  ['of both books', [USDT, { ...USDT, book: 'simulated' }], true],
  ['sorted by currency', [{ ...USDT, currency: 'BTC' }, USDT], true],
  ['unsorted', [USDT, { ...USDT, currency: 'BTC' }], false],
  ['twice of one currency', [USDT, USDT], false],
  ['of zero', [{ ...USDT, amount: '0' }], false],
  ['of an amount below zero', [{ ...USDT, amount: '-5' }], false],
  ['of an amount as a number', [{ ...USDT, amount: 5 }], false],
  ['of another book', [{ ...USDT, book: 'other' }], false],
  ['of a currency that is none', [{ ...USDT, currency: 'usdt' }], false],
  ['with a root that is no hash', [{ ...USDT, root: 'ab' }], false],
  ['with another field', [{ ...USDT, more: 1 }], false],
  ['with a hole', [USDT, , { ...USDT, book: 'simulated' }], false], // oxlint-disable-line no-sparse-arrays
  ['no list', { 0: USDT, length: 1 }, false],
])('the liabilities of an entry: %s', (_, value, isTaken) => {
  expect(areLiabilities(value)).toBe(isTaken)
})
