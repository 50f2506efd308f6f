import { PRICE_RULES } from '@tickmark/core/orders/pricing'
import { expect, test } from 'vitest'
import { exactShare, guideFigures } from './guideFigures.ts'

test('the guide shows the figures of the rules: 4 % margin, and 52.08 % to break even at a chance of 50 %', () => {
  expect(guideFigures(PRICE_RULES)).toMatchObject({
    marginPpm: 40_000,
    ranges: [{ ratePct: 92 }, { ratePct: 174 }, { ratePct: 380 }],
    chancePpm: 500_000,
    fairPct: 100,
    breakEvenPpm: 520_833,
    wins: 50,
    orders: 100,
    stake: 10,
    paid: 1_000,
    back: 960,
    lost: 40,
  })
})

test('when operators have changed the rules, the figures are those of the rules in force', () => {
  expect(guideFigures({ marginPpm: 25_000, chancesPpm: [500_000, 100_000] })).toMatchObject({
    marginPpm: 25_000,
    ranges: [
      { chancePpm: 500_000, ratePct: 95 },
      { chancePpm: 100_000, ratePct: 875 },
    ],
    fairPct: 100,
    breakEvenPpm: 512_821,
    back: 975,
    lost: 25,
  })
})

test('the example is of the first range, whatever its chance', () => {
  expect(guideFigures({ marginPpm: 40_000, chancesPpm: [200_000, 500_000] })).toMatchObject({
    chancePpm: 200_000,
    ratePct: 380,
    fairPct: 400,
    wins: 20,
    back: 960,
    lost: 40,
  })
})

test.each([
  [40_000, '4%'],
  [25_000, '2.5%'],
  [520_830, '52.08%'],
])('%i millionths are told as %s', (ppm, text) => {
  expect(exactShare(ppm)).toBe(text)
})
