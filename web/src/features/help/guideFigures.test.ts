import { expect, test } from 'vitest'
import { guideFigures } from './guideFigures.ts'

test('the guide tells the figures of the rules: 4 % margin, and a chance of a half that has to be 52.08 %', () => {
  expect(guideFigures()).toMatchObject({
    marginPpm: 40_000,
    ranges: [{ ratePct: 92 }, { ratePct: 174 }, { ratePct: 380 }],
    chancePpm: 500_000,
    fairPct: 100,
    breakEvenPpm: 520_833,
    wins: 50,
    paid: 1_000,
    back: 960,
    lost: 40,
  })
})
