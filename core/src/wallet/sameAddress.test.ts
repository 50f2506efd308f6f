import { expect, test } from 'vitest'
import { isSameAddress } from './sameAddress.ts'

test.each([
  ['0xAb', '0xAb', true],
  ['0xAb', '0xaB', true],
  ['0xab', '0xac', false],
  ['TAb', 'TAb', true],
  ['TAb', 'TaB', false],
  ['TAb', '0xAb', false],
])('%s and %s are the same address: %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame)
})
