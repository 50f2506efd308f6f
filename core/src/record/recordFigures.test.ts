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

const lines = fc.array(
  fc
    .record({
      pid: fc.constantFrom(1, 2, 3),
      duration: fc.constantFrom(60, 300),
      due: fc.integer({ min: 0, max: 5 }).map((second) => 1_795_219_260_000 + 1_000 * second),
      chancePpm: fc.constantFrom(24_999, 25_000, 200_000, 350_120, 500_000),
      marginPpm: fc.constantFrom(35_500, 40_000),
      ratePct: fc.constantFrom(92, 174),
      stake: fc.constantFrom('10000000000', '300000001', '7'),
      currency: fc.constantFrom('USDT', 'BTC'),
      outcome: fc.constantFrom(
        'won' as const,
        'lost' as const,
        'tied' as const,
        'void' as const,
        'closed' as const,
      ),
    })
    .map(toyLine),
  { maxLength: 40 },
)

test('figures do not depend on the order of lines, and the coins’ groups add up to the total', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 39 }), (given, turn) => {
      const figures = figuresOf(given)
      expect(figuresOf([...given.slice(turn), ...given.slice(0, turn)])).toEqual(figures)
      for (const isPart of [
        (one: Tally) => one.pid > 0 && one.duration === 0,
        (one: Tally) => one.pid === 0 && one.duration > 0,
        (one: Tally) => one.pid > 0 && one.duration > 0,
        (one: Tally) => one.bin > 0,
      ]) {
        const parts = figures.real.groups.filter(isPart)
        for (const field of ['orders', 'won', 'lost', 'tied', 'closed', 'void', 'resultPpm'] as const)
          expect(sumOf(parts.map((one) => one[field]))).toBe(totalOf(figures.real)?.[field] ?? 0)
      }
      const coins = figures.real.groups.filter((one) => one.pid > 0 && one.duration === 0)
      for (const field of ['wonSquare', 'resultSquare'] as const) {
        const squares = coins.reduce((sum, one) => sum + BigInt(one[field]), 0n)
        expect(String(squares)).toBe(totalOf(figures.real)?.[field] ?? '0')
      }
    }),
    { numRuns: 100 },
  )
})

test('every group sums its own orders, and squares each observation of them', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const { groups, money } = figuresOf(given).real
      for (const { pid, duration, bin, ...sums } of groups) {
        const own = given.filter(
          (one) =>
            (pid === 0 || one.pid === pid) &&
            (duration === 0 || one.duration === duration) &&
            // Bin 1 ends below 2.5 %, bin 2 below 7.5 %, and so on.
            (bin === 0 || Math.floor((one.chancePpm + 25_000) / 50_000) === bin - 1),
        )
        expect(sums.orders).toBe(own.length)
        const decided = own.filter(({ outcome }) => outcome !== 'void' && outcome !== 'closed')
        expect([sums.chancePpm, sums.marginPpm, sums.resultPpm]).toEqual([
          sumOf(decided.map((one) => one.chancePpm)),
          sumOf(decided.map((one) => one.marginPpm)),
          sumOf(decided.map(resultOf)),
        ])
        const observations = Object.values(Object.groupBy(decided, (one) => `${one.pid} ${one.due}`))
        const squares = (deviationOf: (one: OrderLine) => number) =>
          String(sumOf(observations.map((of = []) => sumOf(of.map(deviationOf)) ** 2)))
        expect(sums.wonSquare).toBe(squares((one) => (one.outcome === 'won' ? 1_000_000 : 0) - one.chancePpm))
        expect(sums.resultSquare).toBe(squares((one) => resultOf(one) + one.marginPpm))
      }
      const places = groups.map(({ bin, duration, pid }) => 1_000_000 * bin + 100 * duration + pid)
      expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
      const currencies = [...new Set(given.map(({ currency }) => currency))].toSorted()
      expect(money).toEqual(
        currencies.map((currency) => {
          const own = given.filter((one) => one.currency === currency)
          const total = (field: 'stake' | 'payout') =>
            String(own.reduce((sum, one) => sum + BigInt(one[field]), 0n))
          return { currency, stake: total('stake'), payout: total('payout') }
        }),
      )
    }),
    { numRuns: 100 },
  )
})

/** A user's net result in millionths of his stake, without the part below one millionth. */
function resultOf({ net, stake }: OrderLine): number {
  const size = Math.floor((Math.abs(Number(net)) * 1_000_000) / Number(stake))
  return net.startsWith('-') ? 0 - size : size
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

test('a tally is told as shares of its decided orders, with the errors of its squares', () => {
  const tally = {
    ...realTotal([toyLine()]),
    won: 2,
    lost: 1,
    tied: 1,
    chancePpm: 2_400_000,
    marginPpm: 160_000,
    resultPpm: -200_000,
    wonSquare: '1000000000000',
    resultSquare: '4000000000000',
  }
  const { decided, won, promised, wonError, margin, promisedMargin, marginError } = calibrationOf(tally) ?? {}
  expect([decided, won, promised, wonError]).toEqual([4, 0.5, 0.6, 0.25])
  expect([margin, promisedMargin, marginError]).toEqual([0.05, 0.04, 0.5])
  expect(calibrationOf({ ...tally, resultPpm: 0 })?.margin).toBe(0)
})
