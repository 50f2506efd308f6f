import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalCdf } from '../../normal.ts'
import { bridgeValues, hashedNoise } from './brownianBridge.ts'

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

test('a bridge starts at its given value, and a value does not depend on which others are asked for', () => {
  expect(bridgeValues(bridge, [0])).toEqual([3])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(999), { minLength: 1, maxLength: 50 }), (places) => {
      const sorted = places.toSorted((a, b) => a - b)
      expect(bridgeValues(bridge, sorted)).toEqual(sorted.map((place) => bridgeValues(bridge, [place])[0]))
    }),
  )
})

test('the noise is normal: mean 0, variance 1, correct tails', () => {
  const noise = hashedNoise(new Uint8Array(32), 9, sha256)
  const all = Array.from({ length: 50_000 }, (_, i) => noise(i, i + 1))
  const share = (beyond: number) => all.filter((one) => Math.abs(one) > beyond).length / all.length
  expect(all.reduce((sum, one) => sum + one, 0) / all.length).toBeCloseTo(0, 1)
  expect(all.reduce((sum, one) => sum + one * one, 0) / all.length).toBeCloseTo(1, 1)
  for (const beyond of [0.25, 0.84, 1, 2, 3]) {
    const exact = 2 * normalCdf(-beyond)
    expect(Math.abs(share(beyond) - exact)).toBeLessThan(4 * Math.sqrt(exact / all.length))
  }
})
