import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibrationOf, sumFigures, totalOf, type Tally } from './recordFigures.ts'
import type { OrderLine } from './recordLine.ts'
import { toyLine } from './toyRecord.testing.ts'

function figuresOf(lines: readonly OrderLine[]) {
  const sum = sumFigures()
  for (const line of lines) sum.addOrder(line)
  return sum.figures()
}

const realTotal = (lines: readonly OrderLine[]) => totalOf(figuresOf(lines).real) as Tally

test('real and practice orders are never added together', () => {
  const figures = figuresOf([toyLine(), toyLine({ book: 'simulated', outcome: 'lost' })])
  expect([totalOf(figures.real)?.won, totalOf(figures.real)?.lost]).toEqual([1, 0])
  expect([totalOf(figures.simulated)?.won, totalOf(figures.simulated)?.lost]).toEqual([0, 1])
  expect(figures.real.money).toEqual([{ currency: 'USDT', stake: '10000000000', payout: '19200000000' }])
})

/** `count` orders of which half win: each in its own second, or all of a coin in the same one. */
function half(count: number, isTogether: boolean): OrderLine[] {
  return Array.from({ length: count }, (_, i) =>
    toyLine({ outcome: i % 2 ? 'won' : 'lost', due: 1_795_219_260_000 + (isTogether ? 0 : 1_000 * i) }),
  )
}

test('orders of one second are one observation: a thousand count no more than one', () => {
  const apart = calibrationOf(realTotal(half(1_000, false)))
  expect(apart).toMatchObject({ decided: 1_000, won: 0.5, promised: 0.5 })
  expect(apart?.wonError).toBeCloseTo(0.5 / Math.sqrt(1_000), 10)
  const wins = Array.from({ length: 1_000 }, () => toyLine())
  expect(calibrationOf(realTotal(wins))).toMatchObject({ won: 1, promised: 0.5, wonError: 0.5 })
  const ofTwoCoins = wins.map((one, i) => ({ ...one, pid: 1 + (i % 2) }))
  expect(calibrationOf(realTotal(ofTwoCoins))?.wonError).toBeCloseTo(Math.SQRT1_2 / 2, 10)
})

test('the margin is the users’ loss per stake: 4 % when half of even chances win at 0.92', () => {
  const { margin, promisedMargin } = calibrationOf(realTotal(half(1_000, false))) ?? {}
  expect([margin, promisedMargin]).toEqual([0.04, 0.04])
  expect(calibrationOf(realTotal([toyLine()]))?.margin).toBeCloseTo(-0.92, 10)
})

test('an order without a settlement price counts as an order, but not against the promise', () => {
  const total = realTotal([toyLine(), toyLine({ outcome: 'void' }), toyLine({ outcome: 'closed' })])
  const { orders, won, lost, tied, closed, void: voided, ...promised } = realTotal([toyLine()])
  expect([orders, won, lost, tied, closed, voided]).toEqual([1, 1, 0, 0, 0, 0])
  expect(total).toMatchObject(promised)
  expect([total.orders, total.void, total.closed]).toEqual([3, 1, 1])
  expect(calibrationOf(total)?.decided).toBe(1)
  expect(calibrationOf(realTotal([toyLine({ outcome: 'void' })]))).toBeNull()
})

test.each([
  [[], { count: 0, medianMs: 0, slowestMs: 0 }],
  [[5], { count: 1, medianMs: 5, slowestMs: 5 }],
  [[9, 1, 5], { count: 3, medianMs: 5, slowestMs: 9 }],
  [[9, 1, 5, 7], { count: 4, medianMs: 5, slowestMs: 9 }],
])('withdrawals of %j ms are summed up as %j', (times, told) => {
  const sum = sumFigures()
  for (const ms of times) sum.addWithdrawal({ kind: 'withdrawal', currency: 'USDT', network: 2, ms })
  expect(sum.figures().withdrawals).toEqual(told)
})

test('figures do not depend on the order of lines, and the coins’ groups add up to the total', () => {
  const line = fc.record({
    pid: fc.constantFrom(1, 2, 3),
    duration: fc.constantFrom(60, 300),
    due: fc.integer({ min: 0, max: 5 }).map((second) => 1_795_219_260_000 + 1_000 * second),
    chancePpm: fc.constantFrom(200_000, 350_000, 500_000),
    outcome: fc.constantFrom('won' as const, 'lost' as const, 'tied' as const, 'void' as const),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 1, max: 39 }), (given, turn) => {
      const lines = given.map(toyLine)
      const figures = figuresOf(lines)
      expect(figuresOf([...lines.slice(turn), ...lines.slice(0, turn)])).toEqual({
        ...figures,
        real: { ...figures.real },
      })
      for (const isPart of [
        (one: Tally) => one.pid > 0 && one.duration === 0,
        (one: Tally) => one.pid === 0 && one.duration > 0,
        (one: Tally) => one.pid > 0 && one.duration > 0,
        (one: Tally) => one.bin > 0,
      ]) {
        const parts = figures.real.groups.filter(isPart)
        expect(parts.reduce((sum, one) => sum + one.won, 0)).toBe(totalOf(figures.real)?.won ?? 0)
      }
      const coins = figures.real.groups.filter((one) => one.pid > 0 && one.duration === 0)
      const squares = coins.reduce((sum, one) => sum + BigInt(one.wonSquare), 0n)
      expect(String(squares)).toBe(totalOf(figures.real)?.wonSquare ?? '0')
    }),
    { numRuns: 100 },
  )
})
