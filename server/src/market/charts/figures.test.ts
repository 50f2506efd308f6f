import { PRODUCTS, type Product } from '@tickmark/core/market/products'
import { expect, test } from 'vitest'
import { createCandleBook } from './candles.ts'
import { createFigures, largest, minuteCloses, type Figures } from './figures.ts'
import { venueSource } from '../market.testing.ts'

const btc = PRODUCTS[0] as Product
const AT = 1_795_219_200
const USDT = 100_000_000n

/** A candle book of one-minute closes up to AT, oldest first. */
function bookOf(closes: readonly bigint[]) {
  const book = createCandleBook()
  for (const [i, close] of closes.entries()) {
    const atMs = (AT - 60 * (closes.length - i)) * 1000
    book.push({ seq: i + 1, atMs, prices: new Map([[btc.pid, close]]) })
  }
  return book
}

function figuresAt(closes: readonly bigint[], price: bigint | undefined, second = AT + 30) {
  const prices = new Map(price === undefined ? [] : [[btc.pid, price]])
  const figuresOf = createFigures(bookOf(closes), venueSource(new Map()), [btc])
  return figuresOf({ seq: 9, atMs: second * 1000, prices }, second).get(btc.pid) as Figures
}

const FLAT = Array.from({ length: 1_500 }, () => 200n * USDT)

test.each([
  [250n * USDT, '50.00', '25.00'],
  [200n * USDT, '0.00', '0.00'],
  [196_320_000_00n, '-3.68', '-1.84'],
  [199_999_999_99n, '0.00', '0.00'],
])('at a price of %s after 200.00 USDT the change is %s, %s %%', (price, change, changePercent) => {
  expect(figuresAt(FLAT, price)).toMatchObject({ price, change, changePercent, isPaused: false })
})

test('the change is against the close of 24 hours ago, not an older one', () => {
  const closes = [
    ...Array.from({ length: 59 }, () => 9n * USDT),
    ...Array.from({ length: 1_441 }, () => 100n * USDT),
  ]
  expect(figuresAt(closes, 101n * USDT).changePercent).toBe('1.00')
})

test('the trend line has one point an hour and ends with the last whole minute', () => {
  const rising = Array.from({ length: 1_500 }, (_, i) => BigInt(1000 + i))
  const { sparkline } = figuresAt(rising, 5n)
  expect(sparkline).toHaveLength(25)
  expect([sparkline.at(-2), sparkline.at(-1)]).toEqual([2439n, 2499n])
})

test('the share of rising minutes ignores minutes without a move', () => {
  const closes = Array.from({ length: 1_500 }, (_, i) => [5n, 6n, 6n, 7n, 5n][i % 5] as bigint)
  expect(figuresAt(closes, 5n).upPercent).toBe(67)
  expect(figuresAt(FLAT, 5n).upPercent).toBe(50)
})

test('without any price there are no figures to show', () => {
  expect(figuresAt([], undefined)).toEqual({
    pid: btc.pid,
    price: null,
    isPaused: true,
    change: '0.00',
    changePercent: '0.00',
    turnover: 0n,
    volume: 0n,
    sparkline: [],
    upPercent: 50,
  })
})

test('the closes are those of whole minutes, with null where there was no tick', () => {
  const closes = minuteCloses(
    [
      { openedAt: AT - 120, open: 1n, high: 1n, low: 1n, close: 1n },
      { openedAt: AT, open: 2n, high: 2n, low: 2n, close: 2n },
    ],
    AT + 59,
  )
  expect(closes).toHaveLength(1_441)
  expect(closes.slice(-3)).toEqual([null, 1n, null])
})

test('the largest products are those with the most turnover', () => {
  const rows = [5n, 9n, 7n, 9n].map((turnover, i) => [i + 1, { pid: i + 1, turnover } as Figures] as const)
  expect(largest(new Map(rows), 3)).toEqual([2, 4, 3])
})

test('figures are those of each tick, and those of 24 hours move on with each minute', () => {
  const eth = PRODUCTS[1] as Product
  const book = bookOf(FLAT)
  book.push({ seq: 1, atMs: (AT - 60) * 1000, prices: new Map([[eth.pid, 50n * USDT]]) })
  const figuresOf = createFigures(book, venueSource(new Map()), [btc, eth])
  const at = (seq: number, second: number, price: bigint) =>
    figuresOf({ seq, atMs: second * 1000, prices: new Map([[btc.pid, price]]) }, second)
  const first = at(1, AT + 30, 250n * USDT)
  expect(at(1, AT + 30, 250n * USDT)).toBe(first)
  expect(at(2, AT + 31, 220n * USDT).get(btc.pid)).toMatchObject({ price: 220n * USDT, change: '20.00' })
  expect(first.get(eth.pid)).toMatchObject({ price: 50n * USDT, change: '0.000', isPaused: true })
  // A minute closes at another price; a day later that close is what the change is counted from.
  book.push({ seq: 3, atMs: (AT + 59) * 1000, prices: new Map([[btc.pid, 100n * USDT]]) })
  const sparklineAt = (seq: number, second: number) => at(seq, second, USDT).get(btc.pid)?.sparkline.at(-1)
  expect(sparklineAt(4, AT + 60)).toBe(200n * USDT)
  expect(sparklineAt(5, AT + 61)).toBe(100n * USDT)
  expect(at(6, AT + 86_400 + 61, USDT).get(btc.pid)?.change).toBe('-99.00')
})

test('before the first tick the figures are those of the last minutes, each second anew', () => {
  const figuresOf = createFigures(bookOf(FLAT), venueSource(new Map()), [btc])
  const [first, same, next] = [AT, AT, AT + 1].map((second) => figuresOf(null, second))
  expect(first?.get(btc.pid)).toMatchObject({ price: 200n * USDT, isPaused: true })
  expect([same === first, next === first]).toEqual([true, false])
})
