import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bridgeValues, exactExp, hashedNoise } from './brownianBridge.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const bridge = {
  lo: 0,
  hi: 1000,
  from: 3,
  to: 5,
  sigma: 0.1,
  noise: hashedNoise(new Uint8Array(32).fill(7), 1, sha256),
}

test('the own exponential agrees with the true one to the last few bits', () => {
  fc.assert(
    fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (x) => {
      expect(Math.abs(exactExp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14)
    }),
  )
  expect([exactExp(0), exactExp(1), exactExp(-1)]).toEqual([1, 2.7182818284590455, 0.36787944117144233])
})

test('a bridge starts at its start, and a value does not depend on what else is asked', () => {
  expect(bridgeValues(bridge, [0])).toEqual([3])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(999), { minLength: 1, maxLength: 50 }), (places) => {
      const sorted = places.toSorted((a, b) => a - b)
      expect(bridgeValues(bridge, sorted)).toEqual(sorted.map((place) => bridgeValues(bridge, [place])[0]))
    }),
  )
})

test('the noise is close to normal: mean 0, variance 1, tails of the right weight', () => {
  const noise = hashedNoise(new Uint8Array(32), 9, sha256)
  const all = Array.from({ length: 50_000 }, (_, i) => noise(i, i + 1))
  const share = (beyond: number) => all.filter((one) => Math.abs(one) > beyond).length / all.length
  expect(all.reduce((sum, one) => sum + one, 0) / all.length).toBeCloseTo(0, 1)
  expect(all.reduce((sum, one) => sum + one * one, 0) / all.length).toBeCloseTo(1, 1)
  expect(share(1)).toBeCloseTo(0.317, 2)
  expect(share(2)).toBeCloseTo(0.0455, 2)
})
