import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE, type Amount } from '../../money/money.ts'
import { runs } from '../../runs.testing.ts'
import { costAtLimit, findTrade, limitAt, netOf, type Holding, type TradeLimits } from './findTrade.ts'
import { fillFrom } from './ladder.ts'
import type { Level, VenueBook } from './venue.ts'

type Side = readonly (readonly [price: number, size: number])[]

const level = ([price, size]: readonly [number, number]): Level => ({
  price: BigInt(price) * ONE,
  size: BigInt(size) * ONE,
})

function book(venue: number, bids: Side, asks: Side): VenueBook {
  return { venue, pid: 1, seq: 1, at: 0, bids: bids.map(level), asks: asks.map(level) }
}

const FEES = new Map([
  [1, 1_000n],
  [2, 2_000n],
  [3, 0n],
])
const RICH: Holding = { usdt: 1_000_000n * ONE, coins: 1_000n * ONE }
const HOLDINGS = new Map([1, 2, 3].map((venue) => [venue, RICH]))
const LIMITS: TradeLimits = { mostTrade: 100_000n * ONE, leastProfit: ONE, slackPpm: 0n }

const found = (books: readonly VenueBook[], change: Partial<TradeLimits> = {}, holdings = HOLDINGS) => {
  const trade = findTrade(books, FEES, holdings, { ...LIMITS, ...change })
  return (
    trade && [trade.buy.venue, trade.sell.venue, Number(trade.buy.size) / 1e8, Number(trade.profit) / 1e8]
  )
}

const LOW = book(1, [[998, 5]], [[1_000, 5]])
const HIGH = book(2, [[1_010, 3]], [[1_012, 3]])

test.each<[string, readonly VenueBook[], Partial<TradeLimits>, Map<number, Holding>, unknown]>([
  ['it buys low and sells high, as much as both show', [LOW, HIGH], {}, HOLDINGS, [1, 2, 3, 20.94]],
  ['no venue pays by itself', [LOW], {}, HOLDINGS, null],
  ['a spread that the fees eat is none', [LOW, book(2, [[1_003, 3]], [])], {}, HOLDINGS, null],
  ['a profit below the least is none', [LOW, HIGH], { leastProfit: 21n * ONE }, HOLDINGS, null],
  ['the slack counts as lost', [LOW, HIGH], { slackPpm: 4_000n }, HOLDINGS, null],
  ['a crossed book is left out', [LOW, book(2, [[1_010, 3]], [[1_009, 3]])], {}, HOLDINGS, null],
  ['the most of a trade bounds it', [LOW, HIGH], { mostTrade: 1_000n * ONE }, HOLDINGS, [1, 2, 1, 6.98]],
  [
    'it goes on to a second level while that pays',
    [
      LOW,
      book(
        2,
        [
          [1_010, 3],
          [1_008, 1],
          [1_001, 9],
        ],
        [],
      ),
    ],
    {},
    HOLDINGS,
    [1, 2, 4, 25.924],
  ],
  [
    'the best of three venues is taken',
    [LOW, HIGH, book(3, [[1_010, 3]], [[1_011, 1]])],
    {},
    HOLDINGS,
    [1, 3, 3, 27],
  ],
  [
    'coins that the selling venue lacks are not sold',
    [LOW, HIGH],
    {},
    new Map([
      [1, RICH],
      [2, { usdt: 0n, coins: 2n * ONE }],
    ]),
    [1, 2, 2, 13.96],
  ],
  [
    'money that the buying venue lacks is not spent',
    [LOW, HIGH],
    {},
    new Map([
      [1, { usdt: 1_001n * ONE, coins: 0n }],
      [2, RICH],
    ]),
    [1, 2, 1, 6.98],
  ],
])('%s', (_, books, limits, holdings, expected) => {
  expect(found(books, limits, holdings)).toEqual(expected)
})

const amount = (least: number, most: number) => fc.integer({ min: least, max: most }).map(BigInt)

/** A ladder about a middle of 1,000, in units that do not divide evenly. */
const ladder = (sign: 1n | -1n) =>
  fc
    .array(fc.record({ away: amount(0, 900), size: amount(1, 300_000_000) }), { maxLength: 4 })
    .map((levels) => {
      let price = 100_000_000_000n + sign * 7_777_777n
      return levels.map(({ away, size }) => {
        price += sign * away * 1_234_567n
        return { price, size }
      })
    })

const books = fc
  .array(fc.record({ shift: fc.integer({ min: -800, max: 800 }), bids: ladder(-1n), asks: ladder(1n) }), {
    minLength: 2,
    maxLength: 4,
  })
  .map((all) =>
    all.map(({ shift, bids, asks }, i) => {
      const move = ({ price, size }: Level): Level => ({ price: price + BigInt(shift) * 3_333_333n, size })
      return { venue: i + 1, pid: 1, seq: 1, at: 0, bids: bids.map(move), asks: asks.map(move) }
    }),
  )

const situations = fc.record({
  books,
  fees: fc.array(amount(0, 1_500), { minLength: 4, maxLength: 4 }),
  usdt: fc.array(amount(0, 900_000_000_000), { minLength: 4, maxLength: 4 }),
  coins: fc.array(amount(0, 600_000_000), { minLength: 4, maxLength: 4 }),
  limits: fc.record({
    mostTrade: amount(0, 800_000_000_000),
    leastProfit: amount(1, 100_000_000),
    slackPpm: amount(0, 500),
  }),
})

function factsOf({ fees, usdt, coins }: { fees: bigint[]; usdt: bigint[]; coins: bigint[] }) {
  const byVenue = <T>(values: readonly T[]) => new Map(values.map((one, i) => [i + 1, one]))
  return {
    fees: byVenue(fees),
    holdings: byVenue(usdt.map((one, i) => ({ usdt: one, coins: coins[i] ?? 0n }))),
  }
}

test('a trade loses neither at the shown books nor at its limits, and stays within ladders, inventory and limits', () => {
  fc.assert(
    fc.property(situations, (given) => {
      const { fees, holdings } = factsOf(given)
      const trade = findTrade(given.books, fees, holdings, given.limits)
      if (!trade) return
      const { buy, sell, profit } = trade
      const [buyFee, sellFee] = [fees.get(buy.venue) ?? 0n, fees.get(sell.venue) ?? 0n]
      const [bought, sold] = [fillFrom(buy, buy.book.asks, buyFee), fillFrom(sell, sell.book.bids, sellFee)]
      expect([bought.state, sold.state, buy.size]).toEqual(['filled', 'filled', sell.size])
      expect(netOf('buy', bought) + netOf('sell', sold)).toBe(profit)
      expect(profit).toBeGreaterThanOrEqual(given.limits.leastProfit)
      const atLimit = fillFrom(sell, [{ price: sell.limit, size: sell.size }], sellFee)
      // Two units are lost to rounding at most.
      expect(netOf('sell', atLimit) - costAtLimit(buy, buyFee)).toBeGreaterThanOrEqual(-2n)
      expect(costAtLimit(buy, buyFee)).toBeLessThanOrEqual(holdings.get(buy.venue)?.usdt ?? 0n)
      expect(sell.size).toBeLessThanOrEqual(holdings.get(sell.venue)?.coins ?? 0n)
      expect(costAtLimit(buy, 0n)).toBeLessThanOrEqual(given.limits.mostTrade)
    }),
    { numRuns: runs(500, 20_000) },
  )
})

test.each<[side: 'buy' | 'sell', price: Amount, slackPpm: Amount, limit: Amount]>([
  ['buy', 1_000_000n, 4_000n, 1_004_000n],
  ['sell', 1_000_000n, 4_000n, 996_000n],
  ['buy', 1_000_249n, 4_000n, 1_004_249n],
  ['sell', 1_000_249n, 4_000n, 996_249n],
  ['buy', 99n, 0n, 99n],
])(
  'a %s at %d accepts a price worse by %d millionths, cut to whole units: %d',
  (side, price, slackPpm, limit) => {
    expect(limitAt(side, price, slackPpm)).toBe(limit)
  },
)

test('it finds a trade whenever a brute-force search over sizes and venue pairs does', () => {
  fc.assert(
    fc.property(situations, (given) => {
      const { fees, holdings } = factsOf(given)
      const tried = tryAll(given.books, fees, holdings, given.limits)
      const trade = findTrade(given.books, fees, holdings, given.limits)
      // Sizes are cut to whole units, which may cost a few units of profit.
      if (tried !== null && tried > given.limits.leastProfit + 20n)
        expect(trade?.profit).toBeGreaterThanOrEqual(tried - 20n)
    }),
    { numRuns: runs(500, 20_000) },
  )
})

/** The best profit of all allowed trades, trying each size at which a ladder, an inventory or a limit ends. */
function tryAll(
  all: readonly VenueBook[],
  fees: ReadonlyMap<number, bigint>,
  holdings: ReadonlyMap<number, Holding>,
  { mostTrade, slackPpm }: TradeLimits,
): Amount | null {
  let best: Amount | null = null
  for (const { from, to, ask, bid } of pairsOf(all)) {
    const [buyFee, sellFee] = [fees.get(from.venue) ?? 0n, fees.get(to.venue) ?? 0n]
    const limit = ask.price + (ask.price * slackPpm) / 1_000_000n
    const { usdt } = holdings.get(from.venue) ?? { usdt: 0n }
    const { coins } = holdings.get(to.venue) ?? { coins: 0n }
    const depth = (levels: readonly Level[], isIn: (one: Level) => boolean) =>
      levels.filter(isIn).reduce((sum, one) => sum + one.size, 0n)
    const affordable = (money: Amount, ppm: bigint) =>
      (((money * 1_000_000n) / (1_000_000n + ppm)) * ONE) / limit
    const size = [
      depth(from.asks, (one) => one.price <= ask.price),
      depth(to.bids, (one) => one.price >= bid.price),
      coins,
      affordable(usdt, buyFee),
      affordable(mostTrade, 0n),
    ].reduce((low, one) => (one < low ? one : low))
    // The rule for the last coin: the worst levels still pay with both prices worse by the slack.
    const worst =
      bid.price * (1_000_000n - slackPpm) * (1_000_000n - sellFee) -
      ask.price * (1_000_000n + slackPpm) * (1_000_000n + buyFee)
    if (size <= 0n || worst <= 0n) continue
    const bought = fillFrom({ side: 'buy', limit: ask.price, size }, from.asks, buyFee)
    const sold = fillFrom({ side: 'sell', limit: bid.price, size }, to.bids, sellFee)
    const profit = netOf('buy', bought) + netOf('sell', sold)
    if (best === null || profit > best) best = profit
  }
  return best
}

/** Pairs every ask level of one venue with every bid level of another. */
function pairsOf(all: readonly VenueBook[]) {
  return all.flatMap((from) =>
    all
      .filter((to) => to !== from)
      .flatMap((to) => from.asks.flatMap((ask) => to.bids.map((bid) => ({ from, to, ask, bid })))),
  )
}
