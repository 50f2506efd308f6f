import { expect, test } from 'vitest'
import { ONE } from '../money/money.ts'
import { addHeld, openingHoldings } from './holdings.ts'
import { findMove, OPENING } from './moves.ts'

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
