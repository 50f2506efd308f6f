import { expect, test } from 'vitest'
import { house, postingsOfArrival, postingsOfFill, postingsOfLeaving, venueAccount } from './postings.ts'

const ORDER = { id: 'an order', venue: 2, pid: 1, limit: 5n, size: 5n } as const
const [BTC, USDT] = [4, 1]
const at = (currency: number) => [house('external', currency), venueAccount(2, currency)] as const
const [[coins, ourCoins], [money, ourMoney]] = [at(BTC), at(USDT)]

/**
 * Every part of a fill, down to one unit, moves between our account at the venue and its market; a part of zero makes no
 * transfer.
 */
test.each([
  [
    'buy',
    { filled: 1n, quote: 1n, fee: 1n },
    [
      [coins, ourCoins, 0],
      [ourMoney, money, 1],
      [ourMoney, money, 2],
    ],
  ],
  [
    'sell',
    { filled: 1n, quote: 1n, fee: 1n },
    [
      [ourCoins, coins, 0],
      [money, ourMoney, 1],
      [ourMoney, money, 2],
    ],
  ],
  [
    'buy',
    { filled: 1n, quote: 1n, fee: 0n },
    [
      [coins, ourCoins, 0],
      [ourMoney, money, 1],
    ],
  ],
  ['sell', { filled: 1n, quote: 0n, fee: 0n }, [[ourCoins, coins, 0]]],
  ['buy', { filled: 0n, quote: 0n, fee: 0n }, []],
] as const)('what a %s exchanged is posted: %o', (side, sums, legs) => {
  const posted = postingsOfFill({ ...ORDER, side }, { state: 'partial', ...sums })
  expect(posted).toEqual(
    legs.map(([from, to, leg]) => ({ from, to, amount: 1n, leg, ref: 'an order', cause: 'fill' })),
  )
})

test.each([1n, 0n])(
  'a move is outside until it arrives, and its cost of %s is paid at the venue it leaves',
  (cost) => {
    const move = { id: 'a move', from: 2, to: 3, currency: BTC, amount: 1n, cost }
    const [left, ...paid] = postingsOfLeaving(move)
    const same = { amount: 1n, ref: 'a move', cause: 'move' }
    expect(left).toEqual({ ...same, from: ourCoins, to: coins, leg: 0 })
    expect(paid).toEqual(cost > 0n ? [{ ...same, from: ourMoney, to: money, leg: 1 }] : [])
    expect(postingsOfArrival(move)).toEqual([{ ...same, from: coins, to: venueAccount(3, BTC), leg: 2 }])
  },
)

test('a venue is an account of the house, and there are five', () => {
  const kinds = [1, 2, 3, 4, 5].map((venue) => venueAccount(venue, BTC).kind)
  expect(kinds).toEqual(['venue1', 'venue2', 'venue3', 'venue4', 'venue5'])
  for (const venue of [0, 6]) expect(() => venueAccount(venue, BTC)).toThrow(`venue ${venue} has an account`)
})
