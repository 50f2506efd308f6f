import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { capToHoldings } from './scan.ts'
import type { Move } from './decode.ts'

const move = (raw: bigint, address = 'a', currency = 1): Move => {
  return { txid: 't', index: 0, address, currency, raw, kind: raw > 0n ? 'in' : 'out' }
}
const holding = (before: bigint, after: bigint, address = 'a', currency = 1) => {
  return { address, currency, before, after }
}

test.each<[string, bigint[], bigint, bigint, bigint[]]>([
  ['what is really there', [5n], 10n, 15n, [5n]],
  ['more than is there', [5n], 10n, 12n, [2n]],
  ['what never was', [5n], 10n, 10n, []],
  ['what became less', [5n], 10n, 7n, []],
  ['the first of two, and a part of the second', [5n, 5n], 0n, 8n, [5n, 3n]],
  ['nothing of a second one', [5n, 5n], 0n, 5n, [5n]],
  ['what came in and left again', [5n, -5n], 0n, 0n, [5n, -5n]],
  ['what left before it came in', [-4n, 5n], 10n, 11n, [-4n, 5n]],
  ['less than came in when some left', [9n, -4n], 0n, 3n, [7n, -4n]],
])(
  'a token that reports %s is credited by the real increase alone',
  (_what, told, before, after, believed) => {
    const moves = told.map((raw) => move(raw))
    expect(capToHoldings(moves, [holding(before, after)]).map((one) => one.raw)).toEqual(believed)
  },
)

test('each address and each token has a cap of its own, and moves without a cap are left as they are', () => {
  const moves = [move(5n), move(5n, 'b'), move(5n, 'a', 2), move(5n, 'b', 2)]
  const holdings = [holding(0n, 1n), holding(0n, 2n, 'b'), holding(0n, 3n, 'a', 2)]
  expect(capToHoldings(moves, holdings).map((one) => one.raw)).toEqual([1n, 2n, 3n, 5n])
})

test('credited amounts never exceed the holdings, and outgoing moves are always kept', () => {
  const raws = fc.array(
    fc.bigInt({ min: -9n, max: 9n }).filter((raw) => raw !== 0n),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(raws, fc.bigInt({ min: -20n, max: 20n }), (told, gain) => {
      const out = told.filter((raw) => raw < 0n)
      const left = capToHoldings(
        told.map((raw) => move(raw)),
        [holding(100n, 100n + gain)],
      )
      expect(left.filter((one) => one.raw < 0n).map((one) => one.raw)).toEqual(out)
      const sum = (list: bigint[]) => list.reduce((a, b) => a + b, 0n)
      const believed = sum(left.flatMap((one) => (one.raw > 0n ? [one.raw] : [])))
      const ports = gain - sum(out)
      const cameIn = sum(told.filter((raw) => raw > 0n))
      const most = ports > 0n ? ports : 0n
      expect(believed).toBe(cameIn < most ? cameIn : most)
    }),
  )
})
