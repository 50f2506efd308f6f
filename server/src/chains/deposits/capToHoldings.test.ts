import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST } from '@tickmark/core/money/money'
import { capToHoldings, depositsIn } from './scan.ts'
import type { Move } from './decode.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'

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

/** The deposits that these moves make at the address of user 7 or at the house's own. */
function deposited(moves: readonly Partial<Move>[], chain = SANDBOX_CHAIN) {
  const owners = new Map([
    ['a', 7],
    ['hot', 0],
  ])
  const watched = { ownerOf: (address: string) => owners.get(address), refresh: async () => {} }
  const block = { number: 9, hash: '0x9', parentHash: '0x8', timestamp: 1, transactions: [] }
  const told = moves.map((one) => ({ ...move(5n), ...one }))
  return depositsIn(chain, watched, block, told, 3)
}

test('what comes in at an address that has an owner is a deposit, and what goes out is none', () => {
  const told = deposited([
    {},
    { address: 'hot' },
    { address: 'b' },
    { kind: 'out', raw: -5n },
    { kind: 'fee' },
  ])
  const place = { block: 9, blockHash: '0x9', seenAtMs: 3, chain: SANDBOX_CHAIN.id }
  expect(told).toMatchObject([
    { userId: 7, address: 'a', raw: 5n, ...place },
    { userId: 0, address: 'hot', raw: 5n, ...place },
  ])
})

test.each([
  ['of a coin is rounded down to a unit of the books', { currency: 3, raw: 19_999_999_999n }, 1n],
  ['below a unit counts as 0', { currency: 3, raw: 9_999_999_999n }, 0n],
  ['of a token has its own decimals', { currency: 1, raw: 7n }, 700n],
  ['that just fits into the books counts whole', { currency: 3, raw: MOST * 10n ** 10n }, MOST],
  ['that is too large for the books counts as 0', { currency: 3, raw: (MOST + 1n) * 10n ** 10n }, 0n],
])('a deposit %s', (_what, given, amount) => {
  expect(deposited([given])).toMatchObject([{ raw: given.raw, amount }])
})

test('each payment of each transaction on each network is a deposit of its own, always under the same id', () => {
  const ids = [
    ...deposited([{}, { index: 1 }, { txid: 'u' }]),
    ...deposited([{}], { ...SANDBOX_CHAIN, id: 2 }),
  ].map((one) => one.id)
  expect(new Set(ids).size).toBe(4)
  expect(deposited([{}])[0]?.id).toBe(ids[0])
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
