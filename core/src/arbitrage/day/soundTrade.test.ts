import { expect, test } from 'vitest'
import type { LegLine, MoveLine, TradeLine } from '../evidence.ts'
import { isSoundLine, profitOf } from './soundTrade.ts'

const top = ['10000000000', '200000000'] as const

/** A purchase of 2 coins at 100 USDT each, at its limit and with a fee of 0.1. */
const BUY: LegLine = {
  order: 'a',
  venue: 1,
  side: 'buy',
  limit: '10000000000',
  size: '200000000',
  sentAt: 9_000,
  state: 'filled',
  filled: '200000000',
  quote: '20000000000',
  fee: '10000000',
  book: { seq: 1, at: 9_000, bid: top, ask: top },
}
/** Their sale at 104, also at its limit. */
const SELL: LegLine = {
  ...BUY,
  order: 'b',
  venue: 2,
  side: 'sell',
  limit: '10400000000',
  quote: '20800000000',
}
/** An order that the venue did not fill. */
const NOTHING = { state: 'unfilled', filled: '0', quote: '0', fee: '0' } as const
/** Half of an order. */
const HALF = { state: 'partial', filled: '100000000', fee: '5000000' } as const

/** A trade of these legs whose profit is their sum. */
function tradeOf(...legs: LegLine[]): TradeLine {
  const profit = legs.reduce((sum, { side, quote, fee }) => {
    return sum + (side === 'buy' ? -BigInt(quote) : BigInt(quote)) - BigInt(fee)
  }, 0n)
  return { v: 1, kind: 'trade', number: 1, at: 9_000, pid: 1, legs, profit: String(profit) }
}

const halfBought: LegLine = { ...BUY, ...HALF, quote: '10000000000' }
const halfSold: LegLine = { ...SELL, ...HALF, quote: '10400000000' }
/** Sells one coin that a purchase left over. */
const rest: LegLine = { ...SELL, order: 'c', size: '100000000', filled: '100000000', quote: '10400000000' }
const bought: LegLine = { ...rest, side: 'buy', limit: '10000000000', quote: '10000000000' }

test.each<[what: string, legs: LegLine[]]>([
  ['both orders filled', [BUY, SELL]],
  [
    'neither filled',
    [
      { ...BUY, ...NOTHING },
      { ...SELL, ...NOTHING },
    ],
  ],
  [
    'one refused and one unfilled',
    [
      { ...BUY, ...NOTHING, state: 'refused' },
      { ...SELL, ...NOTHING },
    ],
  ],
  ['half of both filled', [halfBought, halfSold]],
  ['half sold, and the rest after it', [BUY, halfSold, rest]],
  ['half bought, and the rest bought back', [halfBought, SELL, bought]],
  ['the rest unfilled once and sold then', [BUY, halfSold, { ...rest, ...NOTHING }, rest]],
  [
    'prices better than the limits',
    [
      { ...BUY, quote: '19000000000' },
      { ...SELL, quote: '21000000000' },
    ],
  ],
  [
    'the rounding of a hundred levels',
    [
      { ...BUY, quote: '20000000100' },
      { ...SELL, quote: '20799999900' },
    ],
  ],
  ['a fee as large as the sum', [{ ...BUY, fee: '20000000000' }, SELL]],
])('a trade with %s is sound, and its profit is what its legs add up to', (_, legs) => {
  const trade = tradeOf(...legs)
  expect(isSoundLine(trade)).toBe(true)
  expect(profitOf(trade)).toBe(BigInt(trade.profit))
  for (const more of [1n, -1n])
    expect(isSoundLine({ ...trade, profit: String(BigInt(trade.profit) + more) })).toBe(false)
})

test.each<[what: string, legs: LegLine[]]>([
  ['one leg', [BUY]],
  ['no legs', []],
  ['the sale first', [SELL, BUY]],
  ['two purchases', [BUY, { ...BUY, venue: 2 }]],
  ['two sales', [{ ...SELL, venue: 1 }, SELL]],
  ['one venue', [BUY, { ...SELL, venue: 1 }]],
  ['an order sent after the trade ended', [BUY, { ...SELL, sentAt: 9_001 }]],
  ['a book from after the trade', [{ ...BUY, book: { ...BUY.book, at: 9_001 } }, SELL]],
  ['a book from after its order alone', [{ ...BUY, sentAt: 8_999 }, SELL]],
  ['coins left over', [BUY, halfSold]],
  ['coins sold that were not bought', [halfBought, SELL]],
  ['more of the rest sold than there is', [BUY, halfSold, { ...rest, size: '100000001' }]],
  ['a rest bought that was bought already', [BUY, halfSold, bought, { ...rest, ...SELL }]],
  ['more filled than ordered', [{ ...BUY, size: '199999999' }, SELL]],
  ['a filled order called partial', [{ ...BUY, state: 'partial' }, SELL]],
  ['half an order called filled', [{ ...halfBought, state: 'filled' }, halfSold]],
  [
    'an unfilled order called partial',
    [
      { ...BUY, ...NOTHING, state: 'partial' },
      { ...SELL, ...NOTHING },
    ],
  ],
  [
    'an unfilled order with a sum',
    [
      { ...BUY, ...NOTHING, quote: '1' },
      { ...SELL, ...NOTHING },
    ],
  ],
  [
    'an unfilled order with a fee',
    [
      { ...BUY, ...NOTHING, fee: '1' },
      { ...SELL, ...NOTHING },
    ],
  ],
  ['a purchase beyond its limit', [{ ...BUY, quote: '20000000101' }, SELL]],
  ['a sale beyond its limit', [BUY, { ...SELL, quote: '20799999899' }]],
  ['a fee larger than the sum', [{ ...BUY, fee: '20000000001' }, SELL]],
])('a trade with %s is not', (_, legs) => {
  expect(isSoundLine(tradeOf(...legs))).toBe(false)
})

test('a move is sound between two venues, and costs its cost', () => {
  const move: MoveLine = {
    v: 1,
    kind: 'move',
    number: 2,
    at: 9_000,
    from: 1,
    to: 2,
    currency: 1,
    amount: '5',
    cost: '3',
  }
  expect([isSoundLine(move), isSoundLine({ ...move, to: 1 })]).toEqual([true, false])
  expect(profitOf(move)).toBe(-3n)
})
