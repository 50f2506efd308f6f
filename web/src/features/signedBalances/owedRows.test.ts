import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import { expect, test } from 'vitest'
import { owedToAll, rowsOf } from './owedRows.ts'

const one = (currency: string, given: Partial<OwedBalance> = {}): OwedBalance => ({
  book: 'real',
  currency,
  kind: 'available',
  amount: 1n,
  ...given,
})

test('balances of the book stand in the order of the wallet, and those of a currency by kind', () => {
  const balances = [
    one('BTC'),
    one('USDT', { kind: 'hosted' }),
    one('USDT', { book: 'simulated' }),
    one('USDT', { kind: 'hold' }),
    one('USDT'),
    one('ETH'),
  ]
  const told = (book: 'real' | 'simulated') =>
    rowsOf(balances, book).map(({ currency, kind }) => `${currency} ${kind}`)
  expect(told('real')).toEqual([
    'USDT available',
    'USDT hold',
    'USDT hosted',
    'ETH available',
    'BTC available',
  ])
  expect(told('simulated')).toEqual(['USDT available'])
})

test('the sums are those of the same book in the currencies of the rows, each once', () => {
  const liability = (book: 'real' | 'simulated', currency: string, amount: string) => {
    return { book, currency, amount, root: '' }
  }
  const liabilities = [
    liability('real', 'BTC', '7'),
    liability('real', 'ETH', '8'),
    liability('real', 'USDT', '9223372036854775807'),
    liability('simulated', 'USDT', '10'),
  ]
  expect(owedToAll({ liabilities }, [one('USDT'), one('USDT', { kind: 'hold' }), one('BTC')])).toEqual([
    { currency: 'USDT', amount: 9_223_372_036_854_775_807n },
    { currency: 'BTC', amount: 7n },
  ])
  const practice = [one('USDT', { book: 'simulated' }), one('BTC', { book: 'simulated' })]
  expect(owedToAll({ liabilities }, practice)).toEqual([{ currency: 'USDT', amount: 10n }])
  expect(owedToAll({ liabilities }, [one('TRX')])).toEqual([])
})
