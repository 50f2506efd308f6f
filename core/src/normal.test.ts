import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactExp, exactLog, normalCdf, normalQuantile } from './normal.ts'

test.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [-1, 0.15865525393145707],
  [1.959963984540054, 0.975],
  [-3, 0.0013498980316300933],
  [5.5, 0.9999999810104375],
  [8, 0.9999999999999993],
])('the normal distribution at %f is %f', (x, chance) => {
  expect(Math.abs(normalCdf(x) - chance)).toBeLessThan(1e-11)
})

test('the quantile inverts the distribution, in the centre and in the tails', () => {
  const inside = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
  const outside = fc.double({ min: -35, max: -1, noNaN: true }).map((power) => Math.exp(power))
  fc.assert(
    fc.property(fc.oneof(inside, outside), (chance) => {
      expect(Math.abs(normalCdf(normalQuantile(chance)) - chance)).toBeLessThan(1e-11)
    }),
  )
  expect([0.5, 0.2, 1e-12].map(normalQuantile)).toEqual([0, -0.8416212335729142, -7.034483825301132])
  // Its series changes at 0.075 and 0.925, and each is right on its own side alone.
  expect([0.065, 0.0749, 0.075, 0.0751].map(normalQuantile)).toEqual([
    -1.5141018876192833, -1.4402382675279632, -1.4395314709384557, -1.4388253927525398,
  ])
})

test('our exponential and logarithm agree with the exact ones to the last few bits', () => {
  fc.assert(
    fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (x) => {
      expect(Math.abs(exactExp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14)
      expect(Math.abs(exactLog(Math.exp(x)) - x)).toBeLessThan(1e-14 * Math.max(1, Math.abs(x)))
    }),
  )
  expect([exactExp(0), exactExp(1), exactExp(-1)]).toEqual([1, 2.7182818284590455, 0.36787944117144233])
})
