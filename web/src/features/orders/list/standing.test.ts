import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

test.each([
  [300, 500_000, false, 'near'],
  [300, 546_000, false, 'near'],
  [300, 454_000, false, 'near'],
  [300, 546_100, false, 'won'],
  [300, 453_900, false, 'won'],
  [300, 546_100, true, 'near'],
  [300, 565_100, true, 'near'],
  [300, 565_200, true, 'won'],
  [86_400, 502_800, false, 'won'],
  [86_400, 502_700, false, 'near'],
  [60, 603_100, false, 'won'],
  [60, 602_900, false, 'near'],
  [6, 180_000, false, 'near'],
  [6, 170_000, false, 'won'],
  [0, 1, false, 'near'],
])(
  'with %i s left and a chance of %i ppm an order, near its line before or not (%s), is %s',
  (secondsLeft, chancePpm, wasNear, standing) => {
    expect(standingOf({ outcome: 'won', chancePpm, secondsLeft }, wasNear)).toBe(standing)
  },
)

test('away from its line an order stands as it would end, and without a chance always', () => {
  for (const outcome of ['won', 'lost', 'tied'] as const) {
    expect(standingOf({ outcome, chancePpm: 900_000, secondsLeft: 60 }, false)).toBe(outcome)
    expect(standingOf({ outcome, chancePpm: null, secondsLeft: 60 }, true)).toBe(outcome)
  }
})

test('a price that swings about the line changes the word at most once', () => {
  const chances = [620, 560, 480, 590, 630, 420, 610, 500].map((one) => one * 1_000)
  let isNear = false
  const said = chances.map((chancePpm) => {
    const outcome = chancePpm > 500_000 ? 'won' : 'lost'
    const standing = standingOf({ outcome, chancePpm, secondsLeft: 60 }, isNear)
    isNear = standing === 'near'
    return standing
  })
  expect(said).toEqual(['won', 'near', 'near', 'near', 'near', 'near', 'near', 'near'])
})
