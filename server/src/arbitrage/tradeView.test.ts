import type { LegLine, ProgrammeLine } from '@tickmark/core/arbitrage/evidence'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { tradeView } from './tradeView.ts'

const viewOf = (line: ProgrammeLine) => tradeView(lineText(line), (venue) => `venue ${venue}`)

const leg = (side: LegLine['side'], venue: number, filled: bigint, quote: bigint): LegLine => ({
  order: '00000000-0000-4000-8000-000000000001',
  venue,
  side,
  limit: '1',
  size: String(filled > 0n ? filled : ONE),
  sentAt: 1_000,
  state: filled > 0n ? 'filled' : 'unfilled',
  filled: String(filled),
  quote: String(quote),
  fee: '0',
  book: { seq: 1, at: 1_000, bid: [], ask: [] },
})

const trade = (...legs: LegLine[]): ProgrammeLine => ({
  v: 1,
  kind: 'trade',
  number: 7,
  at: 2_000,
  pid: 2,
  legs,
  profit: String(-ONE),
})

test('a trade is shown with its venues, what was bought in all, and the average prices of each side', () => {
  const legs = [
    leg('buy', 3, 2n * ONE, 200n * ONE),
    leg('sell', 1, ONE, 110n * ONE),
    leg('sell', 4, ONE / 2n, 50n * ONE),
    leg('sell', 5, ONE / 2n, 39n * ONE),
  ]
  expect(viewOf(trade(...legs))).toEqual({
    number: 7,
    at: 2_000,
    kind: 'trade',
    coin: 'ETH',
    from: 'venue 3',
    to: 'venue 1',
    amount: '2',
    bought: '100',
    sold: '99.5',
    profit: '-1',
  })
})

test('of a trade that bought nothing there is no price, and an average is rounded down', () => {
  expect(viewOf(trade(leg('buy', 1, 0n, 0n), leg('sell', 2, 3n * ONE, 2n * ONE)))).toMatchObject({
    amount: '0',
    bought: null,
    sold: '0.66666666',
  })
})

const MOVED = { v: 1, number: 8, at: 3_000, from: 2, to: 5, currency: 4, amount: String(ONE / 4n) } as const

test.each<[ProgrammeLine, string]>([
  [{ ...MOVED, kind: 'move', cost: String(3n * ONE) }, '-3'],
  [{ ...MOVED, kind: 'arrival', move: 6 }, '0'],
])(
  'a move is shown with its venues and coin, its cost as a loss, and its arrival without: %o',
  (line, profit) => {
    const { kind } = line
    const places = { from: 'venue 2', to: 'venue 5', coin: 'BTC', amount: '0.25', bought: null, sold: null }
    expect(viewOf(line)).toEqual({ number: 8, at: 3_000, kind, ...places, profit })
  },
)
