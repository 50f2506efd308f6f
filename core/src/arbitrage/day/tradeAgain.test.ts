import { expect, test } from 'vitest'
import { crypto } from '../../receipts/nodeCrypto.testing.ts'
import { DAY_SECONDS } from '../../market/simulated/prices.ts'
import type { DayEntry, RevealEntry } from '../../log/log.ts'
import type { LegLine, MoveLine, TradeLine } from '../evidence.ts'
import { costOfMove } from '../moves.ts'
import { simulatedFill } from '../simulated/fill.ts'
import { venueOf } from '../simulated/venues.ts'
import { simulatedWorld } from '../simulated/world.ts'
import { first } from './toldDay.testing.ts'
import { DAY, START, WORLD, marketEntries } from './toyDay.testing.ts'
import { revealedDays, tradeAgain } from './tradeAgain.ts'

const { sha256 } = crypto
const world = simulatedWorld(WORLD)
const days = new Map([[DAY, WORLD.dayFacts(DAY)]])
const again = (line: TradeLine | MoveLine) => tradeAgain([line], days, sha256)
const ONE = 100_000_000n

/** A leg of the first trade with another limit and size, and its venue's fill for them. */
function legWith(like: LegLine, limit: bigint, size: bigint): LegLine {
  const order = { id: like.order, venue: like.venue, pid: first.pid, side: like.side, limit, size }
  const { state, filled, quote, fee } = simulatedFill(world, order, like.sentAt)
  return {
    ...like,
    limit: String(limit),
    size: String(size),
    state,
    filled: String(filled),
    quote: String(quote),
    fee: String(fee),
  }
}

/** The cost or proceeds of a coin at a limit, including the fee, which is rounded up. */
function worthAt({ venue, side }: LegLine, limit: bigint): bigint {
  const fee = (limit * venueOf(venue).takerPpm + 999_999n) / 1_000_000n
  return side === 'buy' ? -limit - fee : limit - fee
}

test('an intended trade may lose a hundred units at its limits to rounding, and not one more', () => {
  const [buy, sell] = first.legs as [LegLine, LegLine]
  const limit = BigInt(buy.limit)
  const needed = -worthAt(buy, limit) - 100n
  /**
   * The lowest limit at which the sale falls short by at most a hundred units; the search starts just below the exact quotient.
   */
  let tolerated = (needed * 1_000_000n) / (1_000_000n - venueOf(sell.venue).takerPpm) - 2n
  while (worthAt(sell, tolerated) < needed) tolerated += 1n
  expect(worthAt(buy, limit) + worthAt(sell, tolerated)).toBe(-100n)
  const traded = (at: bigint) => again({ ...first, legs: [legWith(buy, limit, ONE), legWith(sell, at, ONE)] })
  expect(traded(tolerated)).toBe('holds')
  expect(traded(tolerated - 1n)).toBe('false')
})

test.each([
  ['the purchase', 2n, 1n],
  ['the sale', 1n, 2n],
])(
  'only the size common to both legs counts as the intended trade, even if %s is larger',
  (_, bought, sold) => {
    const [buy, sell] = first.legs as [LegLine, LegLine]
    const [atBuy, atSell] = [BigInt(buy.limit), BigInt(sell.limit)]
    expect(worthAt(buy, atBuy) + worthAt(sell, atSell)).toBeGreaterThan(0n)
    const legs = [legWith(buy, atBuy, bought * ONE), legWith(sell, atSell, sold * ONE)]
    expect(again({ ...first, legs })).toBe('holds')
    expect(again({ ...first, legs: [legWith(buy, atBuy * 3n, bought * ONE), ...legs.slice(1)] })).toBe(
      'false',
    )
  },
)

test.each([
  ['USDT', 1, 5_000_000_000_000n],
  ['BTC', 4, 20_000_000n],
])(
  'a move of %s may cost a hundredth more or less than the rule, and no unit beyond',
  (_, currency, amount) => {
    const at = START + 5_000
    const price = currency === 1 ? ONE : world.index(1, at / 1_000)
    const rule = costOfMove(amount, price)
    const place = { v: 1, kind: 'move', number: 1, at, from: 1, to: 2 } as const
    const moved = (cost: bigint, of = days) =>
      tradeAgain([{ ...place, currency, amount: String(amount), cost: String(cost) }], of, sha256)
    const [least, most] = [(rule * 99n + 99n) / 100n, (rule * 101n) / 100n]
    expect([least - 1n, least, rule, most, most + 1n].map((cost) => moved(cost))).toEqual([
      'false',
      'holds',
      'holds',
      'holds',
      'false',
    ])
    expect(moved(rule, new Map())).toBe('unshown')
  },
)

test('one false line outweighs unshown ones, wherever it stands', () => {
  const [buy, sell] = first.legs as [LegLine, LegLine]
  const wrong = { ...first, legs: [{ ...buy, fee: '0' }, sell] }
  const day = DAY_SECONDS * 1_000
  const hidden = {
    ...first,
    legs: first.legs.map((one) => ({
      ...one,
      sentAt: one.sentAt + day,
      book: { ...one.book, at: one.book.at + day },
    })),
  }
  const found = (...lines: TradeLine[]) => tradeAgain(lines, days, sha256)
  expect(found(first)).toBe('holds')
  expect([found(first, hidden), found(hidden, first)]).toEqual(['unshown', 'unshown'])
  expect([found(hidden, wrong), found(wrong, hidden)]).toEqual(['false', 'false'])
  expect(found({ ...first, legs: [hidden.legs[0] as LegLine, { ...sell, fee: '0' }] })).toBe('false')
})

test('a day counts as revealed only if its commitment is no later than the first order', () => {
  const entries = marketEntries(DAY).map((one, i) => ({ ...one, seq: i + 1 }))
  const reveals = entries.filter((one) => one.kind === 'reveal') as RevealEntry[]
  const revealed = (committedAt: number) => {
    const commitments = entries.filter((one) => one.kind === 'day') as DayEntry[]
    const of = commitments.map((one) => (one.day === reveals[1]?.day ? { ...one, at: committedAt } : one))
    return revealedDays(reveals, of, [first], sha256)
  }
  const sentAt = Math.min(...first.legs.map((one) => one.sentAt))
  expect([...(revealed(sentAt)?.keys() ?? [])]).toEqual([DAY - 1, DAY])
  expect(revealed(sentAt + 1)).toBe(null)
})
