import { expect, test } from 'vitest'
import { ONE, type Amount } from '../../money/money.ts'
import { feeOf, fillFrom, quoteOf } from './ladder.ts'

test.each<[price: Amount, size: Amount, paid: Amount, got: Amount]>([
  [3n * ONE, 2n * ONE, 6n * ONE, 6n * ONE],
  [1n, ONE, 1n, 1n],
  [1n, ONE - 1n, 1n, 0n],
  [1n, ONE + 1n, 2n, 1n],
  [1n, 1n, 1n, 0n],
  [5n, 0n, 0n, 0n],
])('at a price of %d, a size of %d costs a buyer %d and brings a seller %d', (price, size, paid, got) => {
  expect([quoteOf('buy', price, size), quoteOf('sell', price, size)]).toEqual([paid, got])
})

test.each<[quote: Amount, takerPpm: bigint, fee: Amount]>([
  [1_000_000n, 200n, 200n],
  [1_000_001n, 200n, 201n],
  [999_999n, 200n, 200n],
  [1n, 1n, 1n],
  [0n, 200n, 0n],
  [9n * ONE, 0n, 0n],
])('of %d exchanged at %d millionths, a venue takes %d', (quote, takerPpm, fee) => {
  expect(feeOf(quote, takerPpm)).toBe(fee)
})

const level = (price: bigint, size: bigint) => ({ price: price * ONE, size: size * ONE })
const [ASKS, BIDS] = [
  [level(10n, 2n), level(11n, 3n)],
  [level(9n, 2n), level(8n, 3n)],
]

test.each<[what: string, side: 'buy' | 'sell', limit: bigint, size: bigint, fill: string]>([
  ['all of the best level', 'buy', 10n, 2n, 'filled 2 20'],
  ['part of it', 'buy', 10n, 1n, 'filled 1 10'],
  ['more than it, within its limit', 'buy', 11n, 4n, 'filled 4 42'],
  ['more than it, with the best as its limit', 'buy', 10n, 4n, 'partial 2 20'],
  ['more than there is', 'buy', 99n, 6n, 'partial 5 53'],
  ['below every ask', 'buy', 9n, 1n, 'unfilled 0 0'],
  ['all of the best bid', 'sell', 9n, 2n, 'filled 2 18'],
  ['down to its limit', 'sell', 8n, 4n, 'filled 4 34'],
  ['not below its limit', 'sell', 9n, 4n, 'partial 2 18'],
  ['above every bid', 'sell', 10n, 1n, 'unfilled 0 0'],
])('an order takes %s', (_, side, limit, size, expected) => {
  const order = { side, limit: limit * ONE, size: size * ONE }
  const { state, filled, quote, fee } = fillFrom(order, side === 'buy' ? ASKS : BIDS, 500_000n)
  expect(`${state} ${filled / ONE} ${quote / ONE}`).toBe(expected)
  expect(fee * 2n).toBe(quote)
})

test('the levels of a fill are rounded once, against the order', () => {
  const levels = [
    { price: 1n, size: ONE / 2n },
    { price: 1n, size: ONE / 2n },
  ]
  expect(fillFrom({ side: 'buy', limit: 1n, size: ONE - 1n }, levels, 0n)).toMatchObject({ quote: 1n })
  expect(fillFrom({ side: 'buy', limit: 1n, size: ONE }, levels, 0n)).toMatchObject({ quote: 1n })
  expect(fillFrom({ side: 'sell', limit: 1n, size: ONE - 1n }, levels, 0n)).toMatchObject({ quote: 0n })
})
