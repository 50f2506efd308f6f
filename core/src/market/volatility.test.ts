import { expect, test } from 'vitest'
import { exactExp, normalQuantile } from '../normal.ts'
import type { Deviation } from './deviation.ts'
import { emptyGauge, gaugeAfter, gaugedDeviation, VOLATILITY_RULE, type Gauge } from './volatility.ts'

const DAILY = 0.03
const SIGMA = DAILY / Math.sqrt(86_400)

/** Normal noise, the same in every run. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return normalQuantile((state + 0.5) / 2 ** 32)
  }
}

/** A gauge after `seconds` more seconds of a walk with deviation `sigma`. */
function after(start: Gauge, seconds: number, sigma: number, next: () => number): Gauge {
  let gauge = start
  let price = gauge.recent.at(-1) ?? 67_412.5e8
  const from = gauge.lastSecond + 1
  for (let i = 0; i < seconds; i++) {
    price *= exactExp(sigma * next())
    gauge = gaugeAfter(gauge, from + i, BigInt(Math.round(price)))
  }
  return gauge
}

test('after eight hours of a steady market the deviation is usually within 1 %, and the stated error is right', () => {
  const next = noise(1)
  let gauge = after(emptyGauge(), 28_800, SIGMA, next)
  const seen: Deviation[] = []
  for (let i = 0; i < 40; i++) {
    gauge = after(gauge, 60, SIGMA, next)
    const deviation = gaugedDeviation(gauge)
    if (deviation) seen.push(deviation)
  }
  const errors = seen.map((one) => one.error).toSorted((a, b) => a - b)
  expect(seen.length).toBeGreaterThan(35)
  expect(errors[Math.floor(seen.length / 2)]).toBeLessThan(0.01)
  for (const { sigma, error } of seen) expect(Math.abs(sigma / SIGMA - 1)).toBeLessThan(3 * error)
})

test('too few ticks give no deviation, and no return spans a gap', () => {
  const young = after(emptyGauge(), 300, SIGMA, noise(1))
  expect(gaugedDeviation(young)).toBeNull()
  const known = after(young, 7_200, SIGMA, noise(2))
  const jumped = gaugeAfter(known, known.lastSecond + 60, 99_000n * 10n ** 8n)
  expect(jumped.weights).toBe(known.weights)
  expect(gaugedDeviation(jumped)).toEqual(gaugedDeviation(known))
})

test('when moves double, pricing stops by the tenth second until the new deviation is known', () => {
  const next = noise(4)
  const calm = after(emptyGauge(), 20_000, SIGMA, next)
  const wild = after(calm, 15, 2 * SIGMA, next)
  expect(gaugedDeviation(wild)).toBeNull()
  const { sigma, error } = gaugedDeviation(after(wild, 900, 2 * SIGMA, next)) ?? { sigma: 0, error: 1 }
  expect(Math.abs(sigma / (2 * SIGMA) - 1)).toBeLessThan(3 * error)
})

test('a single jump does not change the deviation', () => {
  const next = noise(5)
  const calm = after(emptyGauge(), 20_000, SIGMA, next)
  const [before] = [gaugedDeviation(calm)]
  const jumped = gaugeAfter(
    calm,
    calm.lastSecond + 1,
    BigInt(Math.round((calm.recent.at(-1) as number) * (1 + 10 * SIGMA))),
  )
  const later = gaugedDeviation(after(jumped, 60, SIGMA, next))
  expect(Math.abs((later?.sigma ?? 0) / (before?.sigma ?? 1) - 1)).toBeLessThan(0.01)
})

test('quotes that bounce to and fro hardly widen the deviation', () => {
  const next = noise(6)
  let gauge = emptyGauge()
  let level = 67_412.5e8
  for (let i = 0; i < 20_000; i++) {
    level *= Math.exp(SIGMA * next())
    gauge = gaugeAfter(gauge, i, BigInt(Math.round(level * Math.exp(0.5 * SIGMA * next()))))
  }
  // One-second returns alone would give 1.22 times the deviation.
  expect((gaugedDeviation(gauge)?.sigma ?? 0) / SIGMA).toBeLessThan(1.07)
})

test('calm is floored and panic is capped, to within a level', () => {
  const flat = after(emptyGauge(), 9_000, 0, noise(1))
  const [floor, cap] = [VOLATILITY_RULE.floorDaily, VOLATILITY_RULE.capDaily].map(
    (one) => one / Math.sqrt(86_400),
  ) as [number, number]
  expect((gaugedDeviation(flat)?.sigma ?? 0) / floor).toBeCloseTo(1, 2)
  expect((gaugedDeviation(after(emptyGauge(), 9_000, 5 * cap, noise(1)))?.sigma ?? 0) / cap).toBeCloseTo(1, 2)
})

test.each([
  ['a calm market', 0, 0.000017010365, 0.020173],
  ['a usual one', SIGMA, 0.000105651701, 0.024835],
  ['a panic', 50 * SIGMA, 0.001016173781, 0.021123],
])('the ticks of %s give the same deviation on any machine', (_, drawn, sigma, error) => {
  expect(gaugedDeviation(after(emptyGauge(), 3_000, drawn, noise(1)))).toEqual({ sigma, error })
})
