import { expect, test } from 'vitest'
import { refusedAgainst, sumRefused } from './refusedFigures.ts'
import type { RefusedLine } from './refusedLine.ts'
import { toyRefused } from './toyRecord.testing.ts'

function against(lines: readonly Partial<RefusedLine>[]) {
  const sum = sumRefused()
  for (const line of lines) sum.add(toyRefused(line))
  return refusedAgainst(sum.tally())
}

const SECOND = 1_795_219_260_000
/** Refused orders of even chances, one a second, of which every `nth` loses. */
const many = (count: number, nth: number) =>
  Array.from({ length: count }, (_, i): Partial<RefusedLine> => {
    return { due: SECOND + 1_000 * i, outcome: i % nth === 0 ? 'lost' : 'won' }
  })

test('refusals that follow no outcome win as often as promised, and selective ones do not', () => {
  expect(against(many(400, 2))).toEqual({ decided: 400, won: 200, expected: 200, error: 10 })
  const selective = against(many(400, 400))
  expect(selective).toEqual({ decided: 400, won: 399, expected: 200, error: 10 })
})

test('refused orders of a coin in one second are one observation, those of two coins are two', () => {
  const together = Array.from({ length: 100 }, (): Partial<RefusedLine> => ({ due: SECOND }))
  expect(against(together)).toMatchObject({ won: 100, expected: 50, error: 50 })
  const ofTwo = together.map((one, i) => ({ ...one, pid: 1 + (i % 2) }))
  expect(against(ofTwo)?.error).toBeCloseTo(50 * Math.SQRT1_2, 10)
})

test('a tie counts as no win, a void order as none decided, and chances are each order’s own', () => {
  const sum = sumRefused()
  for (const outcome of ['won', 'lost', 'tied', 'void'] as const)
    sum.add(toyRefused({ outcome, chancePpm: 250_000, due: SECOND + 1_000 * outcome.length }))
  expect(sum.tally()).toEqual({
    orders: 4,
    won: 1,
    lost: 1,
    tied: 1,
    void: 1,
    chancePpm: 750_000,
    wonSquare: String(750_000n ** 2n + 500_000n ** 2n),
  })
  expect(against([{ outcome: 'void' }])).toBeNull()
  expect(against([])).toBeNull()
  expect(against([{ outcome: 'tied' }])).toMatchObject({ decided: 1, won: 0 })
})
