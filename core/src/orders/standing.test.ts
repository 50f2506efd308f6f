import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exitFixing, type Tick } from '../market/fixing.ts'
import { normalQuantile } from '../normal.ts'
import { DURATIONS } from './durations.ts'
import { medianVariance, rankLengths } from './median.ts'
import { winningLevel } from './orders.ts'
import { offersFor } from './pricing.ts'
import type { Direction } from './terms.ts'
import { chanceToPass, standingOf, type Standing } from './standing.ts'

const PRICE = 6_741_250_000_000n
const SIGMA = 0.0001
const DUE = 1_795_219_260_000

/** Ticks of consecutive seconds, the last one `left` seconds before the due second. */
function ticksUntil(left: number, count: number, price = PRICE): Tick[] {
  return Array.from({ length: count }, (_, i) => ({
    seq: i + 1,
    atMs: DUE - (left + count - 1 - i) * 1000,
    price,
  }))
}

test.each([
  [110, 40, 0, 3, 38],
  [110, 4, 0, 3, 2],
  [110, 3, 0, 3, 1],
  [110, 2, 1, 2, 1],
  [112, 6, 3, 6, 1],
  [113, 5, 26, 5, 1],
  [113, 31, 0, 31, 1],
])(
  'of duration %i, %i s before the due second, %i ticks are known and %i to come, the first in %i s',
  (durationId, left, known, toCome, firstIn) => {
    const standing = standingOf(ticksUntil(left, 40), { dueAtMs: DUE, terms: { durationId } })
    expect(standing).toMatchObject({ price: PRICE, toCome, firstIn })
    expect(standing.known).toHaveLength(known)
  },
)

test('ticks outside the settlement window say nothing about it, even later ones', () => {
  const [before, after] = [ticksUntil(3, 2, PRICE - 1n), ticksUntil(-2, 2, PRICE + 1n)]
  const standing = standingOf([...before, ...ticksUntil(0, 3), ...after], {
    dueAtMs: DUE,
    terms: { durationId: 110 },
  })
  expect(standing).toMatchObject({ price: PRICE + 1n, toCome: 0, known: [PRICE, PRICE, PRICE] })
})

test('once enough known ticks are on one side of the level the order is decided', () => {
  const [low, high] = [PRICE - 10n ** 9n, PRICE + 10n ** 9n]
  const standing = (known: bigint[]): Standing => ({
    price: PRICE,
    known,
    toCome: 9 - known.length,
    firstIn: 1,
  })
  expect(chanceToPass('up', PRICE, standing([high, high, high, high, high]), SIGMA)).toBe(1)
  expect(chanceToPass('down', PRICE, standing([high, high, high, high, high]), SIGMA)).toBe(0)
  expect(chanceToPass('down', PRICE, standing([low, low, low, low, low]), SIGMA)).toBe(1)
  const level = standing([PRICE, PRICE, PRICE, PRICE, PRICE])
  expect([chanceToPass('up', PRICE, level, SIGMA), chanceToPass('down', PRICE, level, SIGMA)]).toEqual([0, 0])
  const [ahead, even] = [standing([high, high, high]), standing([high, low])].map((one) =>
    chanceToPass('up', PRICE, one, SIGMA),
  ) as [number, number]
  expect(ahead > 0.6 && ahead < 1 && even < 0.51).toBe(true)
})

test('the deviation of a walk’s median matches the identities and its distribution', () => {
  expect([1, 3].map(medianVariance)).toEqual([0, expect.closeTo(1 - 1 / Math.PI, 12)])
  for (const { fixingTicks } of DURATIONS) {
    const { at, chances } = rankLengths(fixingTicks, (fixingTicks + 1) / 2)
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6)
    const variance = at.reduce((sum, one, i) => sum + one * one * (chances[i] as number), 0)
    expect(variance / medianVariance(fixingTicks)).toBeCloseTo(1, 2)
  }
})

/** Steps of many walks, each with its mirror image, deterministic. */
function steps(count: number): number[] {
  let state = 12_345
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return normalQuantile((state + 0.5) / 2 ** 32)
  })
}

test.each([
  [112, 6, 0.5],
  [112, 5, -2],
  [113, 5, 0.2],
  [113, 20, 3],
  [113, 60, -6],
  [110, 20, 2],
])(
  'of duration %i, %i s before the due second and %f deviations from the level, the model wins as often as the rules',
  (durationId, left, distance) => {
    const past = ticksUntil(left, 40).map((one, i) => ({
      ...one,
      price: PRICE + BigInt(((i % 5) - 2) * 4e8),
    }))
    const { fixingTicks } = DURATIONS.find((one) => one.id === durationId) ?? { fixingTicks: 0 }
    const newest = past.at(-1) as Tick
    const level = BigInt(Math.round(Number(newest.price) * Math.exp(distance * SIGMA)))
    const moves = steps(4_000 * left)
    let wins = 0
    for (let walk = 0; walk < 8_000; walk++) {
      const [from, sign] = [(walk >> 1) * left, walk % 2 === 0 ? 1 : -1]
      let length = 0
      const coming = Array.from({ length: left }, (_, i) => {
        length += sign * (moves[from + i] as number)
        const atMs = newest.atMs + (i + 1) * 1000
        return {
          seq: 41 + i,
          atMs,
          price: BigInt(Math.round(Number(newest.price) * Math.exp(length * SIGMA))),
        }
      })
      const exit = exitFixing([...past, ...coming], { dueAtMs: DUE, fixingTicks })
      if (exit.ok && exit.tick.price > level) wins += 1
    }
    const standing = standingOf(past, { dueAtMs: DUE, terms: { durationId } })
    const chance = chanceToPass('up', level, standing, SIGMA)
    expect(Math.abs(wins / 8_000 - chance)).toBeLessThanOrEqual(
      4 * Math.sqrt((chance * (1 - chance)) / 8_000),
    )
    expect(chanceToPass('down', level, standing, SIGMA)).toBeCloseTo(1 - chance, 6)
  },
)

test('a tick in the window that passes the level raises the chance', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }), (passed, failed) => {
      if (passed + failed > 8) return
      const known = [
        ...Array.from({ length: passed }, () => PRICE + 1n),
        ...Array.from({ length: failed }, () => PRICE - 1n),
      ]
      const chance = (list: bigint[]) =>
        chanceToPass('up', PRICE, { price: PRICE, known: list, toCome: 9 - list.length, firstIn: 1 }, SIGMA)
      expect(chance([...known, PRICE + 1n])).toBeGreaterThanOrEqual(chance([...known, PRICE - 1n]))
    }),
  )
})

test('at its entry tick an order has the chance stated in its offer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DURATIONS),
      fc.constantFrom<Direction>('up', 'down'),
      fc.double({ min: 0.005 / Math.sqrt(86_400), max: 0.1 / Math.sqrt(86_400), noNaN: true }),
      (duration, way, sigma) => {
        const toCome = duration.fixingTicks
        const fresh = { price: PRICE, known: [], toCome, firstIn: duration.seconds - toCome + 1 }
        for (const { barrierPpm, chancePpm } of offersFor(way, duration, { sigma, error: 0 })) {
          const chance = chanceToPass(way, winningLevel(way, barrierPpm, PRICE), fresh, sigma)
          expect(Math.abs(chance - chancePpm / 1e6)).toBeLessThan(0.0005)
        }
      },
    ),
    { numRuns: 40 },
  )
})
