import { PERIODS } from '@tickmark/core/market/candles'
import { foldTicks } from '@tickmark/core/market/candles.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCandleBook, MINUTE, SLOT } from './candles.ts'
import type { MarketTick } from '../ticks.ts'

const AT = 1_795_219_200

function tick(second: number, price: bigint): MarketTick {
  return { seq: second, atMs: (AT + second) * 1000, prices: new Map([[1, price]]) }
}

const walk = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.bigInt({ min: 1n, max: 99n })), {
  minLength: 1,
  maxLength: 40,
})

/** Ticks with gaps of the given seconds. */
function ticksOf(steps: readonly [number, bigint][]): MarketTick[] {
  let second = 0
  return steps.map(([gap, price]) => tick((second += gap), price))
}

test('the candle book folds ticks as the rule does, and folding some of them again changes nothing', () => {
  fc.assert(
    fc.property(walk, fc.nat(), (steps, again) => {
      const ticks = ticksOf(steps)
      const book = createCandleBook()
      for (const one of ticks) book.push(one)
      for (const one of ticks.slice(again % ticks.length)) book.push(one)
      const prices = ticks.map((one) => ({ atMs: one.atMs, price: one.prices.get(1) as bigint }))
      for (const seconds of [MINUTE, ...Object.values(PERIODS)]) {
        expect(book.series(1, seconds)).toEqual(foldTicks(prices, seconds))
      }
    }),
  )
})

test('candles written slot by slot make the whole candle book', () => {
  fc.assert(
    fc.property(walk, (steps) => {
      const book = createCandleBook()
      const written = new Map<string, unknown>()
      const write = (second: number) => {
        for (const row of book.touchedIn(second)) written.set(`${row.period} ${row.openedAt}`, row)
      }
      let last: MarketTick | null = null
      for (const one of ticksOf(steps)) {
        if (last && Math.floor(last.atMs / 1000 / SLOT) < Math.floor(one.atMs / 1000 / SLOT))
          write(last.atMs / 1000)
        book.push(one)
        last = one
      }
      write((last as MarketTick).atMs / 1000)
      for (const period of [MINUTE, ...Object.values(PERIODS)]) {
        for (const candle of book.series(1, period)) {
          expect(written.get(`${period} ${candle.openedAt}`)).toEqual({ pid: 1, period, ...candle })
        }
      }
    }),
  )
})

test('a tick of the past does not disturb newer candles', () => {
  const book = createCandleBook()
  book.load([{ pid: 1, period: 300, openedAt: AT + 3000, open: 5n, high: 5n, low: 5n, close: 5n }])
  book.push(tick(0, 9n))
  expect(book.series(1, 300)).toHaveLength(1)
})

test('a series has a maximum length', () => {
  const book = createCandleBook()
  for (let i = 0; i < 2_500; i++) book.push(tick(60 * i, 7n))
  expect(book.series(1, MINUTE).length).toBeLessThan(2_000)
  expect(book.series(1, MINUTE).at(-1)?.openedAt).toBe(AT + 60 * 2_499)
})

test('candles that a series lacks are filled in on its first read, between existing ones', () => {
  const flat = (openedAt: number, price: bigint) => ({
    openedAt: AT + openedAt,
    open: price,
    high: price,
    low: price,
    close: price,
  })
  const book = createCandleBook()
  book.push(tick(60, 2n))
  book.push(tick(180, 4n))
  const asked: string[] = []
  book.fillWhenRead((pid, seconds) => {
    asked.push(`${pid} ${seconds}`)
    return seconds === MINUTE ? [flat(0, 1n), flat(120, 3n)] : []
  })
  expect(book.held(1, MINUTE)).toEqual([flat(60, 2n), flat(180, 4n)])
  expect(asked).toEqual([])
  book.push(tick(240, 5n))
  const whole = [flat(0, 1n), flat(60, 2n), flat(120, 3n), flat(180, 4n), flat(240, 5n)]
  expect([book.series(1, MINUTE), book.series(1, MINUTE), book.held(1, MINUTE)]).toEqual([
    whole,
    whole,
    whole,
  ])
  expect(book.series(2, MINUTE)).toEqual([])
  expect(asked).toEqual(['1 60'])
})

test('a series that has already dropped its oldest candles is filled with none before them', () => {
  const book = createCandleBook()
  book.push(tick(0, 7n))
  book.fillWhenRead(() => [{ openedAt: AT - 60, open: 5n, high: 5n, low: 5n, close: 5n }])
  for (let i = 1; i < 2_500; i++) book.push(tick(60 * i, 7n))
  expect(book.series(1, MINUTE)[0]?.openedAt).toBeGreaterThan(AT)
})
