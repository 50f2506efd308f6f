import { expect, test } from 'vitest'
import { shortAddress } from './shortAddress.ts'

test.each([
  ['0123456789abcdef', 4, 3, '0123…def'],
  // A cut of one character saves nothing.
  ['01234567', 4, 3, '01234567'],
  ['012345678', 4, 3, '0123…678'],
  ['0123456', 4, 3, '0123456'],
  ['0123456789', 4, undefined, '0123…6789'],
  ['012345678', 4, undefined, '012345678'],
  ['', 4, 4, ''],
])('%s with %i characters at the start and %s at the end reads %s', (address, head, tail, text) => {
  expect(shortAddress(address, head, tail)).toBe(text)
})
