import { expect, test } from 'vitest'
import { ONE, type Amount } from '../money/money.ts'
import { addHeld, openingHoldings } from './holdings.ts'
import { canPay, costOfMove, findMove, neededMove, OPENING } from './moves.ts'

const [USDT, ETH, BTC] = [1, 3, 4]

test.each<[short: number[], moving: number[], found: number | null]>([
  [[], [], null],
  [[BTC], [], BTC],
  [[BTC], [BTC], null],
  [[BTC], [USDT], BTC],
  [[USDT], [ETH, BTC], USDT],
  [[USDT, BTC], [], USDT],
  [[USDT, BTC], [USDT], BTC],
  [[USDT, BTC, ETH], [USDT, BTC], ETH],
])('short of %j, with moves of %j under way, the next move is of %j', (short, moving, found) => {
  const held = openingHoldings()
  for (const currency of short) addHeld(held, 2, currency, -(OPENING.get(currency) ?? 0n))
  const underWay = moving.map((currency) => ({ currency }))
  expect(findMove(held, underWay, () => ONE)?.currency ?? null).toBe(found)
})

/** Three venues with these amounts of BTC, of which a venue opens with 0.3, and USDT. */
function venues(btc: readonly bigint[], usdt: Amount = 1_000n * ONE) {
  return new Map(
    btc.map((amount, i) => [
      i + 1,
      new Map([
        [BTC, amount],
        [USDT, usdt],
      ]),
    ]),
  )
}

test.each<[what: string, held: bigint[], move: object | null]>([
  ['a tenth of its opening amount', [3_000_000n, 60_000_000n, 0n], null],
  ['a unit less, while one has enough', [2_999_999n, 60_000_000n, 0n], { from: 2, amount: 27_000_001n }],
  [
    'nothing, while one has a little more than it may keep',
    [0n, 6_000_000n, 0n],
    { from: 2, amount: 3_000_000n },
  ],
  ['nothing, while each other one would be short itself', [0n, 5_999_999n, 0n], null],
  ['something, which its giver need not make up', [2_000_000n, 10_000_000n], { from: 2, amount: 4_000_000n }],
  ['nothing, while the last has most', [0n, 60_000_000n, 80_000_000n], { from: 3, amount: 30_000_000n }],
  [
    'nothing, while the first other has most',
    [0n, 80_000_000n, 60_000_000n],
    { from: 2, amount: 30_000_000n },
  ],
  ['nothing, without another', [0n], null],
  ['nothing, while two have as much', [0n, 60_000_000n, 60_000_000n], { from: 2, amount: 30_000_000n }],
])('of a venue with %s', (_, held, move) => {
  const needed = neededMove(venues(held), 1, BTC)
  expect(needed).toEqual(move && { to: 1, currency: BTC, ...move })
})

test('a move costs one USDT and 50 millionths of its worth, rounded up', () => {
  expect(OPENING.get(BTC)).toBe(30_000_000n)
  expect(costOfMove(30_000_000n, 60_000n * ONE)).toBe(ONE + 90_000_000n)
  expect(costOfMove(1n, ONE)).toBe(ONE + 1n)
  expect(costOfMove(0n, ONE)).toBe(ONE)
})

test.each([
  [BTC, 5n, 5n, true],
  [BTC, 4n, 5n, false],
  [USDT, 105n, 5n, true],
  [USDT, 104n, 5n, false],
])('currency %i may be moved by a venue with %i USDT at a cost of %i: %s', (currency, usdt, cost, may) => {
  expect(canPay(venues([9n, 9n], usdt), { from: 2, to: 1, currency, amount: 100n, cost })).toBe(may)
})

test('without a price, or without its cost, nothing moves', () => {
  const short = venues([0n, 60_000_000n], 100_000n * ONE)
  expect(findMove(short, [], () => 60_000n * ONE)).toMatchObject({ from: 2, to: 1, currency: BTC })
  expect(findMove(short, [], () => null)).toBeNull()
  // Of one USDT each, both have too little of it, and none can pay for a move.
  expect(findMove(venues([0n, 60_000_000n], ONE), [], () => 60_000n * ONE)).toBeNull()
})
