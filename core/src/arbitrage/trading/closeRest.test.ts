import { expect, test } from 'vitest'
import { ONE } from '../../money/money.ts'
import { closeRest } from './closeRest.ts'
import type { Holding } from './findTrade.ts'
import type { VenueBook } from './venue.ts'

type Side = readonly (readonly [price: number, size: number])[]
const levels = (side: Side) =>
  side.map(([price, size]) => ({ price: BigInt(price) * ONE, size: BigInt(size) * ONE }))
const book = (venue: number, bids: Side, asks: Side): VenueBook => {
  return { venue, pid: 1, seq: 1, at: 0, bids: levels(bids), asks: levels(asks) }
}

const FEES = new Map([
  [1, 0n],
  [2, 2_000n],
])
const RICH: Holding = { usdt: 1_000_000n * ONE, coins: 1_000n * ONE }
const holding = (first: Partial<Holding> = {}, second: Partial<Holding> = {}) =>
  new Map([
    [1, { ...RICH, ...first }],
    [2, { ...RICH, ...second }],
  ])

/** Bids of 999 and 1,000, asks of 1,001; the second venue takes 2 of each thousand. */
const [FIRST, SECOND] = [book(1, [[999, 5]], [[1_001, 5]]), book(2, [[1_000, 5]], [[1_001, 5]])]

const closing = (rest: number, books: readonly VenueBook[], holdings = holding(), fees = FEES) => {
  const leg = closeRest(BigInt(rest) * ONE, books, fees, holdings)
  return leg && [leg.venue, leg.side, Number(leg.size) / 1e8, Number(leg.limit) / 1e8]
}

test.each<[what: string, found: unknown, expected: unknown]>([
  [
    'coins left over are sold where they bring most after the fee',
    closing(3, [FIRST, SECOND]),
    [1, 'sell', 3, 994.005],
  ],
  ['in any order of the venues', closing(3, [SECOND, FIRST]), [1, 'sell', 3, 994.005]],
  [
    'coins missing are bought where they cost least after the fee',
    closing(-3, [SECOND, FIRST]),
    [1, 'buy', 3, 1_006.005],
  ],
  ['a better price pays for a fee', closing(3, [FIRST, book(2, [[1_002, 5]], [])]), [2, 'sell', 3, 996.99]],
  [
    'of two that bring as much, the first',
    closing(
      3,
      [FIRST, book(2, [[999, 5]], [])],
      holding(),
      new Map([
        [1, 0n],
        [2, 0n],
      ]),
    ),
    [1, 'sell', 3, 994.005],
  ],
  [
    'no more coins are sold than the venue holds',
    closing(3, [FIRST], holding({ coins: 2n * ONE })),
    [1, 'sell', 2, 994.005],
  ],
  [
    'exactly as many as it holds are',
    closing(3, [FIRST], holding({ coins: 3n * ONE })),
    [1, 'sell', 3, 994.005],
  ],
  [
    'no more coins are bought than the venue can pay for at the limit',
    closing(-3, [FIRST], holding({ usdt: 1_006_005n * (ONE / 1_000n) })),
    [1, 'buy', 1, 1_006.005],
  ],
  [
    'a venue without coins sells none',
    closing(3, [FIRST, SECOND], holding({ coins: 0n })),
    [2, 'sell', 3, 995],
  ],
  ['a venue without money buys none', closing(-3, [FIRST], holding({ usdt: 0n })), null],
  [
    'a side without a price is passed over',
    closing(3, [book(1, [], [[1_001, 5]]), SECOND]),
    [2, 'sell', 3, 995],
  ],
  [
    'a crossed book is passed over',
    closing(3, [book(1, [[1_002, 5]], [[1_001, 5]]), SECOND]),
    [2, 'sell', 3, 995],
  ],
  [
    'a venue without a fee is passed over',
    closing(3, [FIRST, SECOND], holding(), new Map([[2, 0n]])),
    [2, 'sell', 3, 995],
  ],
  [
    'a venue without holdings is passed over',
    closing(3, [FIRST, SECOND], new Map([[2, RICH]])),
    [2, 'sell', 3, 995],
  ],
  ['a level of nothing is passed over', closing(3, [book(1, [[1_005, 0]], []), SECOND]), [2, 'sell', 3, 995]],
  ['nowhere is nowhere', closing(3, []), null],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected)
})
