import { expect, test } from 'vitest'
import { partsOf, typeIdOf } from './networkTypes.ts'

test('a type id names one currency on one chain', () => {
  expect(typeIdOf({ chain: 1, currency: 3 })).toBe(35)
  for (let chain = 1; chain <= 1_000; chain += 37) {
    for (let currency = 1; currency <= 31; currency++)
      expect(partsOf(typeIdOf({ chain, currency }))).toEqual({ chain, currency })
  }
})

test('a number beyond all chains names none', () => {
  expect(partsOf(2 ** 37 + 35).chain).toBe(2 ** 32 + 1)
  expect(partsOf(-35).chain).toBeLessThan(0)
})
