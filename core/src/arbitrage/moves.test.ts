import { expect, test } from 'vitest'
import { mayTradeDuring } from './moves.ts'

const [USDT, ETH, BTC] = [1, 3, 4]

test.each<[moved: number[], traded: number, may: boolean]>([
  [[], BTC, true],
  [[ETH], BTC, true],
  [[BTC], BTC, false],
  [[ETH, BTC], BTC, false],
  [[USDT], BTC, false],
  [[ETH, USDT], BTC, false],
])('while moves of %j are under way, coin %i may be traded: %s', (moved, traded, may) => {
  expect(
    mayTradeDuring(
      moved.map((currency) => ({ currency })),
      traded,
    ),
  ).toBe(may)
})
