import { expect, test } from 'vitest'
import { sigmaPerSecond, VOLATILITY_RULE } from './volatility.ts'

const DAY = Math.sqrt(86_400)
const A_MINUTE = Math.sqrt(60)

/** Closes that rise and fall by the same log return in turn, minute by minute. */
function zigzag(change: number, count = 1441): bigint[] {
  return Array.from({ length: count }, (_, i) =>
    BigInt(Math.round(1e13 * Math.exp(i % 2 === 0 ? 0 : change))),
  )
}

test('equal moves each minute give their own size, a minute being 60 seconds', () => {
  expect(sigmaPerSecond(zigzag(0.001))).toBeCloseTo(0.001 / A_MINUTE, 9)
})

test('calm is floored and panic is capped', () => {
  expect(sigmaPerSecond(zigzag(0))).toBeCloseTo(VOLATILITY_RULE.floorDaily / DAY, 12)
  expect(sigmaPerSecond(zigzag(0.1))).toBeCloseTo(VOLATILITY_RULE.capDaily / DAY, 12)
})

test('a move of one half-life ago weighs half', () => {
  const rule = { ...VOLATILITY_RULE, halfLifeMinutes: 10, floorDaily: 0, fewest: 1 }
  const flat = Array.from({ length: 100 }, () => 10n ** 13n)
  const moved = (ago: number) =>
    flat.map((price, i) => (i >= flat.length - 1 - ago ? price + price / 1000n : price))
  const now = sigmaPerSecond(moved(0), rule) as number
  expect((sigmaPerSecond(moved(10), rule) as number) ** 2 / now ** 2).toBeCloseTo(0.5, 3)
})

test('closes older than 24 hours do not count', () => {
  const wild = zigzag(0.05, 500)
  expect(sigmaPerSecond([...wild, ...zigzag(0.001)])).toBe(sigmaPerSecond(zigzag(0.001)))
})

test('minutes without a price are left out, and too few say nothing', () => {
  expect(sigmaPerSecond(zigzag(0.001).map((price, i) => (i % 10 === 0 ? null : price)))).toBeCloseTo(
    0.001 / A_MINUTE,
    9,
  )
  expect(sigmaPerSecond(zigzag(0.001, VOLATILITY_RULE.fewest))).toBeNull()
  expect(sigmaPerSecond(zigzag(0.001, VOLATILITY_RULE.fewest + 1))).not.toBeNull()
  expect(sigmaPerSecond([])).toBeNull()
})
