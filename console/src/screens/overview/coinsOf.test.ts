import { DUE_WITHIN_MS } from '@tickmark/wire/routes/operators/orders'
import { expect, test } from 'vitest'
import { coinsOf } from './coinsOf.ts'

const [soon, later] = DUE_WITHIN_MS
if (soon === undefined || later === undefined) throw new Error('there are several spans')
const UP = 0
const DOWN = 1

/** What orders of a coin in one currency may win. */
function row(
  pair: string,
  direction: number,
  withinMs: number,
  value: string,
  book: 'real' | 'simulated' = 'real',
) {
  return {
    pid: 1,
    pair,
    book,
    currency: 'USDT',
    direction,
    withinMs,
    orders: 1,
    stake: '1',
    profit: '1',
    value,
  }
}

test('rows of one coin are added up by direction and by due time, over all currencies', () => {
  const rows = [
    row('BTC/USDT', UP, soon, '10.5'),
    row('BTC/USDT', UP, soon, '1.25'),
    row('BTC/USDT', DOWN, soon, '3'),
    row('BTC/USDT', DOWN, later, '0.00000001'),
  ]
  expect(coinsOf(rows)).toEqual([
    {
      pair: 'BTC/USDT',
      up: 1_175_000_000n,
      down: 300_000_001n,
      within: new Map([
        [soon, 1_475_000_000n],
        [later, 1n],
      ]),
    },
  ])
})

test('the coin with the largest exposure, both directions together, comes first', () => {
  const rows = [
    row('A/USDT', UP, soon, '5'),
    row('B/USDT', UP, soon, '4'),
    row('B/USDT', DOWN, later, '4'),
    row('C/USDT', DOWN, soon, '9'),
  ]
  expect(coinsOf(rows).map(({ pair }) => pair)).toEqual(['C/USDT', 'B/USDT', 'A/USDT'])
})

test('the simulated book counts for nothing', () => {
  expect(coinsOf([row('A/USDT', UP, soon, '5', 'simulated')])).toEqual([])
  const both = [row('A/USDT', UP, soon, '5', 'simulated'), row('A/USDT', UP, soon, '2')]
  expect(coinsOf(both)).toMatchObject([{ up: 200_000_000n, down: 0n }])
})
