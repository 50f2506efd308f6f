import { expect, test } from 'vitest'
import { arrange, type Sort } from './arrange.ts'

const COINS = [
  { symbol: 'BTC', name: 'Bitcoin', changePct: '+1.20%' },
  { symbol: 'ETH', name: 'Ethereum', changePct: '-3.40%' },
  { symbol: 'BCH', name: 'Bitcoin Cash', changePct: '+0.00%' },
  { symbol: 'ADA', name: 'Cardano', changePct: '+12.00%' },
]

const symbols = (words: string, sort: Sort = 'market') =>
  arrange(COINS, { words, sort }).map((one) => one.symbol)

test.each([
  ['', ['BTC', 'ETH', 'BCH', 'ADA']],
  [' bit', ['BTC', 'BCH']],
  ['eth', ['ETH']],
  ['CARD', ['ADA']],
  ['xyz', []],
])('the search %j finds %j', (words, found) => {
  expect(symbols(words)).toEqual(found)
})

test.each([
  ['market', ['BTC', 'ETH', 'BCH', 'ADA']],
  ['name', ['ADA', 'BCH', 'BTC', 'ETH']],
  ['rise', ['ADA', 'BTC', 'BCH', 'ETH']],
  ['fall', ['ETH', 'BCH', 'BTC', 'ADA']],
] as const)('by %s they stand as %j', (sort, order) => {
  expect(symbols('', sort)).toEqual(order)
})

test('words are found with spaces around them, and a coin without a change stands between rise and fall', () => {
  expect(symbols('bit ')).toEqual(['BTC', 'BCH'])
  const coins = [...COINS, { symbol: 'NEW', name: 'New', changePct: '–' }]
  const sorted = (sort: Sort) => arrange(coins, { words: '', sort }).map((one) => one.symbol)
  expect(sorted('rise')).toEqual(['ADA', 'BTC', 'BCH', 'NEW', 'ETH'])
  expect(sorted('fall')).toEqual(['ETH', 'BCH', 'NEW', 'BTC', 'ADA'])
})
