import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '../products.ts'
import { ONE, parseAmount } from '../../money/money.ts'
import { PRODUCTS } from '../products.ts'
import {
  dayName,
  dayOfName,
  decimalsAt,
  deviationOf,
  masterWorld,
  priceAt,
  pricesBetween,
  pricesOfPath,
  pricesOn,
  tradedDay,
} from './prices.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const SEED = new Uint8Array(32).fill(42)
const NOON = Date.parse('2026-11-21T12:00:00Z') / 1000
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z') / 1000
const BLOCK_END = (20_700 + 4_096) * 86_400
const FIRST_DAY = 20_700
const world = masterWorld(SEED, FIRST_DAY, sha256)
const [btc, eth, , trx] = PRODUCTS as [Product, Product, Product, Product]

function returns(prices: readonly bigint[]): number[] {
  return prices.slice(1).map((price, i) => Math.log(Number(price) / Number(prices[i])))
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const sum = (f: (i: number) => number) => a.reduce((total, _, i) => total + f(i), 0)
  const at = (list: readonly number[], i: number) => list[i] as number
  return sum((i) => at(a, i) * at(b, i)) / Math.sqrt(sum((i) => at(a, i) ** 2) * sum((i) => at(b, i) ** 2))
}

test('the same seeds give the same prices on every machine, forever', () => {
  const some = [0, MIDNIGHT - 1, MIDNIGHT, NOON, NOON + 1, BLOCK_END, 4_102_444_800].map((second) =>
    priceAt(world, btc, second),
  )
  expect(some.map(String)).toMatchInlineSnapshot(`
    [
      "361512692000000",
      "5758184000000",
      "5757583000000",
      "5866477000000",
      "5865941000000",
      "3138506700000",
      "10388137000",
    ]
  `)
  expect(String(priceAt(world, trx, NOON))).toMatchInlineSnapshot(`"16440230"`)
})

test('a price does not depend on earlier calls', () => {
  const seconds = [NOON, 5, NOON - 400 * 86_400, NOON + 9_000 * 86_400, BLOCK_END - 1]
  const fresh = seconds.map((second) => priceAt(masterWorld(SEED, FIRST_DAY, sha256), eth, second))
  expect(seconds.toReversed().map((second) => priceAt(world, eth, second))).toEqual(fresh.toReversed())
})

test('prices of a range equal prices one by one', () => {
  const stretch = fc.record({
    from: fc.integer({ min: 0, max: 2 * NOON }),
    step: fc.integer({ min: 1, max: 9_000 }),
    count: fc.integer({ min: 1, max: 40 }),
  })
  fc.assert(
    fc.property(stretch, fc.constantFrom(...PRODUCTS), ({ from, step, count }, product) => {
      const seconds = Array.from({ length: count }, (_, i) => from + i * step)
      expect(pricesBetween(world, product, from, from + count * step - 1, step)).toEqual(
        seconds.map((second) => priceAt(world, product, second)),
      )
    }),
    { numRuns: 60 },
  )
  expect(pricesOn(world, btc, [])).toEqual([])
  expect(pricesBetween(world, btc, 10, 9, 1)).toEqual([])
})

test('a path gives prices of the index from one second to another, none farther apart than asked', () => {
  const stretch = fc.record({
    from: fc.integer({ min: NOON - 90_000, max: NOON }),
    length: fc.integer({ min: 0, max: 200_000 }),
    apart: fc.integer({ min: 200, max: 90_000 }),
  })
  fc.assert(
    fc.property(stretch, fc.constantFrom(...PRODUCTS), ({ from, length, apart }, product) => {
      const to = from + length
      const path = pricesOfPath(world, product, from, to, apart)
      const seconds = path.map((one) => one.second)
      expect(path.map((one) => one.price)).toEqual(pricesOn(world, product, seconds))
      const reach = Math.min(apart, 86_400)
      const ends = [from - 1, ...seconds, to + 1]
      for (const [i, second] of ends.entries())
        if (i > 0) expect(second - (ends[i - 1] as number)).toBeLessThanOrEqual(reach)
      for (const second of seconds) expect(second >= from && second <= to).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a second of a path is one whatever the stretch, and costs one hash', () => {
  const whole = pricesOfPath(world, btc, MIDNIGHT, MIDNIGHT + 86_399, 60)
  expect(whole).toHaveLength(2_048)
  const part = pricesOfPath(world, btc, NOON - 77, NOON + 999, 60)
  expect(part).toEqual(whole.filter(({ second }) => second >= NOON - 77 && second <= NOON + 999))
  let hashes = 0
  const counted = { ...world, sha256: (data: Uint8Array) => (hashes++, sha256(data)) }
  pricesOfPath(counted, btc, MIDNIGHT, MIDNIGHT + 86_399, 60)
  expect(hashes).toBe(2_047)
})

test('a price has no more decimals than its product, unless it has fallen a lot', () => {
  for (const product of PRODUCTS) {
    const from = FIRST_DAY * 86_400
    const step = 10n ** BigInt(8 - product.decimals)
    for (const price of pricesBetween(world, product, from, from + 50, 1)) expect(price % step).toBe(0n)
    const decimals = [1, 0.51, 0.49, 0.051, 0.049].map((share) =>
      decimalsAt(product, Number(product.base) * share),
    )
    expect(decimals).toEqual([0, 0, 1, 1, 2].map((more) => Math.min(8, product.decimals + more)))
  }
})

test('days and blocks of days join without a jump', () => {
  for (const product of PRODUCTS) {
    const most = (6 * product.dailyVolatility) / Math.sqrt(86_400)
    for (const seam of [MIDNIGHT, MIDNIGHT + 86_400, BLOCK_END]) {
      const coarse = Number(10n ** BigInt(8 - product.decimals)) / Number(priceAt(world, product, seam))
      for (const change of returns(pricesBetween(world, product, seam - 30, seam + 30, 1))) {
        expect(Math.abs(change)).toBeLessThan(most + coarse)
      }
    }
  }
})

test('one-minute returns have the volatility of the product, by day and by night', () => {
  for (const product of PRODUCTS) {
    const minutes = returns(pricesBetween(world, product, MIDNIGHT - 86_400, MIDNIGHT + 86_400, 60))
    const sigma = Math.sqrt(minutes.reduce((sum, one) => sum + one * one, 0) / minutes.length)
    expect(sigma / (product.dailyVolatility / Math.sqrt(1440))).toBeCloseTo(1, 1)
  }
})

test('returns of a second, of a minute and of a day agree on the volatility', () => {
  const size = (step: number, count: number) => {
    const all = returns(pricesBetween(world, btc, MIDNIGHT - step * count, MIDNIGHT, step))
    return Math.sqrt(all.reduce((sum, one) => sum + one * one, 0) / all.length / step) * Math.sqrt(86_400)
  }
  expect(size(1, 20_000) / btc.dailyVolatility).toBeCloseTo(1, 1)
  expect(size(3600, 9_000) / btc.dailyVolatility).toBeCloseTo(1, 1)
  expect(size(86_400, 4_000) / btc.dailyVolatility).toBeCloseTo(1, 1)
})

test('past prices do not predict the index: returns are uncorrelated at any lag and between products', () => {
  const [a, b] = [btc, eth].map((one) =>
    returns(pricesBetween(world, one, MIDNIGHT, MIDNIGHT + 20 * 86_400, 60)),
  ) as [number[], number[]]
  const noise = 4 / Math.sqrt(a.length)
  for (const lag of [1, 2, 3, 5, 15, 30, 60, 240, 1440]) {
    expect(Math.abs(correlation(a.slice(lag), a.slice(0, -lag)))).toBeLessThan(noise)
  }
  expect(Math.abs(correlation(a, b))).toBeLessThan(noise)
  const seconds = returns(pricesBetween(world, btc, NOON, NOON + 40_000, 1))
  expect(Math.abs(correlation(seconds.slice(1), seconds.slice(0, -1)))).toBeLessThan(
    4 / Math.sqrt(seconds.length),
  )
})

test('every installation begins at the base prices, with a realistic ratio of ETH to BTC', () => {
  const first = FIRST_DAY * 86_400
  for (const product of PRODUCTS) {
    for (const seed of [SEED, new Uint8Array(32)]) {
      expect(priceAt(masterWorld(seed, FIRST_DAY, sha256), product, first)).toBe(parseAmount(product.base))
    }
    for (const price of pricesBetween(world, product, first, first + 86_400, 3_600)) {
      expect(Math.abs(Math.log(Number(price) / Number(parseAmount(product.base))))).toBeLessThan(
        5 * product.dailyVolatility,
      )
    }
  }
})

test('history is the same walk drawn backwards from the first day', () => {
  const years = 3 * 365
  for (const product of PRODUCTS) {
    const past = pricesBetween(world, product, (FIRST_DAY - years) * 86_400, FIRST_DAY * 86_400, 86_400)
    const sizes = returns(past)
    const size = Math.sqrt(sizes.reduce((sum, one) => sum + one * one, 0) / sizes.length)
    expect(Math.abs(size / product.dailyVolatility - 1)).toBeLessThan(4 / Math.sqrt(2 * years))
    expect(Math.abs(sizes.reduce((sum, one) => sum + one, 0))).toBeLessThan(
      4 * product.dailyVolatility * Math.sqrt(years),
    )
  }
})

test('the price is a martingale: over 1,000 markets its mean does not change', () => {
  for (const product of [btc, PRODUCTS[13] as Product]) {
    for (const days of [1, 30]) {
      let sum = 0
      for (let i = 0; i < 1_000; i++) {
        const seed = new Uint8Array(32).fill(i % 251)
        seed[0] = i >> 8
        const [open] = masterWorld(seed, FIRST_DAY, sha256, [product])
          .dayFacts(FIRST_DAY + days)
          .levels.get(product.pid) ?? [0]
        sum += Math.exp(open / 1e12)
      }
      const error = (product.dailyVolatility * Math.sqrt(days)) / Math.sqrt(1_000)
      expect(Math.abs(sum / 1_000 - 1)).toBeLessThan(4 * error)
    }
  }
})

test('a step of a price is less than a hundredth of the deviation of one second', () => {
  for (const product of PRODUCTS) {
    const step = 10 ** -product.decimals / Number(product.base)
    expect(step / deviationOf(product)).toBeLessThan(0.01)
  }
})

test('another seed is another market, and days are named in UTC', () => {
  expect(priceAt(masterWorld(new Uint8Array(32), FIRST_DAY, sha256), btc, NOON)).not.toBe(
    priceAt(world, btc, NOON),
  )
  expect(() => masterWorld(new Uint8Array(16), FIRST_DAY, sha256)).toThrow('32 bytes')
  expect([dayName(0), dayName(20_778), dayOfName('2026-11-21')]).toEqual(['1970-01-01', '2026-11-21', 20_778])
  expect(['2026-02-30', '2026-11', 'x', '2026-11-21T00:00:00Z'].map(dayOfName)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('turnover is the same on every machine, whether early or late between two of its knots', () => {
  const figures = [0, 1, 7_200, 10_799, 10_800, 21_599, 21_600].map(
    (passed) => tradedDay(btc, MIDNIGHT + passed, 5n * ONE, sha256).turnover / ONE,
  )
  expect(figures).toEqual([
    1_056_107_178n,
    1_056_107_180n,
    1_153_779_393n,
    1_244_448_859n,
    1_244_475_021n,
    1_432_842_863n,
    1_432_842_865n,
  ])
})

test('turnover moves smoothly around its typical figure, and volume is turnover at the price', () => {
  const price = priceAt(world, btc, NOON)
  for (let second = NOON; second < NOON + 86_400; second += 600) {
    const [now, soon] = [tradedDay(btc, second, price, sha256), tradedDay(btc, second + 60, price, sha256)]
    expect(Math.abs(Number(now.turnover) / 1e8 / btc.dailyTurnover - 1)).toBeLessThanOrEqual(0.25)
    expect(Math.abs(Number(soon.turnover) / Number(now.turnover) - 1)).toBeLessThan(0.003)
    expect(now.volume).toBe((now.turnover * ONE) / price)
  }
})

test('any second costs the same, and a range costs little more than one hash per price', () => {
  let hashes = 0
  const counted = masterWorld(SEED, FIRST_DAY, (data) => {
    hashes++
    return sha256(data)
  })
  for (let i = 0; i < 1_000; i++) priceAt(counted, btc, NOON + i * 7_919)
  expect(hashes / 1_000).toBeLessThan(40)
  hashes = 0
  expect(pricesBetween(counted, btc, MIDNIGHT, MIDNIGHT + 86_399, 1)).toHaveLength(86_400)
  expect(hashes / 86_400).toBeLessThan(1.1)
})
