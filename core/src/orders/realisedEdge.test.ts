import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exposureSharePpm, observationsOf, type Observed, type RealisedEdge } from './realisedEdge.ts'

/** `count` observations of orders at a rate of 0.92, of which `winsOfThousand` per thousand win. */
function edgeOf(count: number, winsOfThousand: number): RealisedEdge {
  const wins = Math.floor((count * winsOfThousand) / 1_000)
  return { count, sum: wins * 0.92 - (count - wins), square: wins * 0.92 ** 2 + (count - wins) }
}

test.each([
  ['before the first order', 0, 500, 1_000_000],
  ['after a single win', 1, 1_000, 1_000_000],
  ['after twenty wins in a row', 20, 1_000, 1_000_000],
  ['while the margin is earned', 5_000, 500, 1_000_000],
  ['while users lose more than that', 5_000, 450, 1_000_000],
  ['after a short lucky run', 40, 700, 1_000_000],
  ['while users gain little', 5_000, 530, 623_000],
  ['while users gain for sure', 5_000, 580, 100_000],
])('%s open orders may use a share of the house’s limit', (_, count, wins, share) => {
  expect(Math.abs(exposureSharePpm(edgeOf(count, wins), 40_000) - share)).toBeLessThan(60_000)
})

test('a share is limited from the hundredth observation on, and results that are all alike are sure', () => {
  const alike = (count: number, result: number) => ({
    count,
    sum: count * result,
    square: count * result * result,
  })
  expect(exposureSharePpm(alike(100, 0.5), 40_000)).toBe(100_000)
  expect(exposureSharePpm(alike(99, 0.5), 40_000)).toBe(1_000_000)
  expect(exposureSharePpm(alike(100, -0.02), 40_000)).toBe(550_000)
  expect(exposureSharePpm(alike(100, -0.5), 40_000)).toBe(1_000_000)
})

test('with a smaller margin less must be earned, so the same user gains reduce the limit less', () => {
  const [dear, cheap] = [40_000, 10_000].map((marginPpm) => exposureSharePpm(edgeOf(5_000, 530), marginPpm))
  expect(dear).toBeLessThan(1_000_000)
  expect(cheap).toBeGreaterThan(dear ?? 0)
})

const order = (given: Partial<Observed> = {}): Observed => {
  return { pid: 1, endedAtMs: 5_000, net: 92n, stake: 100n, ...given }
}

test('orders of one coin that end in one second are one observation; another second or coin is another', () => {
  const orders = [
    order(),
    order({ net: -100n, endedAtMs: 5_999 }),
    order({ endedAtMs: 6_000 }),
    order({ pid: 2 }),
  ]
  expect(observationsOf(orders)).toEqual([
    { second: 5, pid: 1, orders: 2, resultPpm: -80_000n },
    { second: 6, pid: 1, orders: 1, resultPpm: 920_000n },
    { second: 5, pid: 2, orders: 1, resultPpm: 920_000n },
  ])
  expect(observationsOf([])).toEqual([])
})

test('observations add up to the same, however orders are divided into settlements', () => {
  const one = fc.record({
    pid: fc.integer({ min: 1, max: 3 }),
    endedAtMs: fc.integer({ min: 0, max: 4_000 }),
    net: fc.bigInt({ min: -100n, max: 400n }),
    stake: fc.bigInt({ min: 100n, max: 10n ** 15n }),
  })
  const total = (orders: Observed[]) =>
    observationsOf(orders).reduce(
      (sum, { orders, resultPpm }) => [sum[0] + orders, sum[1] + resultPpm] as const,
      [0, 0n] as readonly [number, bigint],
    )
  fc.assert(
    fc.property(fc.array(one), fc.nat(), (orders, cut) => {
      const [first, second] = [total(orders.slice(0, cut)), total(orders.slice(cut))]
      expect(total(orders)).toEqual([first[0] + second[0], first[1] + second[1]])
    }),
  )
})
