import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TXS, withTxs, type TxSet } from './txSet.ts'

const txOf = (n: number) => `0x${(n * 2_654_435_761).toString(16).padStart(64, '0')}`

test.each<[what: string, added: number[][], isTaken: boolean]>([
  ['none', [[], []], true],
  ['different ones', [[3, 1], [2], [5, 4]], true],
  ['one twice at once', [[1, 2, 1]], false],
  ['one again', [[1, 2], [3], [2]], false],
  ['the least again', [[0, 7, 9], [0]], false],
  ['the greatest again', [[0, 7, 9], [9]], false],
])('a set is given %s', (_, added, isTaken) => {
  let set: TxSet | null = NO_TXS
  for (const some of added) set = set && withTxs(set, some.map(txOf))
  expect(set !== null).toBe(isTaken)
})

test('a set refuses exactly what it has, and keeps what it had, in few runs', () => {
  const some = fc.array(fc.nat(60), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 30 }), (added) => {
      const known = new Set<number>()
      let set: TxSet = NO_TXS
      for (const numbers of added) {
        const isNew = new Set(numbers).size === numbers.length && numbers.every((one) => !known.has(one))
        const next = withTxs(set, numbers.map(txOf))
        expect(next !== null).toBe(isNew)
        if (!next) continue
        for (const one of numbers) known.add(one)
        set = next
      }
      expect(set.reduce((sum, run) => sum + run.length, 0)).toBe(32 * known.size)
      expect(set.length).toBeLessThanOrEqual(Math.ceil(Math.log2(known.size + 1)))
    }),
  )
})
