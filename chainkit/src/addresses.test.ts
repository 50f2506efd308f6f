import { TronWeb } from 'tronweb'
import { expect, test } from 'vitest'
import { canonicalAddress } from './addresses.ts'

const TRON_ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm', null],
  ['0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'evm', null],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', 'evm', null],
  [' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'evm', null],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n', 'evm', null],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'tron', null],
  ['tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t', 'tron', null],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'tron', null],
  ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'tron', null],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'tron', null],
  ['', 'evm', null],
] as const)('%j on a chain of kind %s is %j', (text, kind, expected) => {
  expect(canonicalAddress(text, kind)).toBe(expected)
  if (kind === 'tron' && text !== TRON_ZERO) expect(TronWeb.isAddress(text)).toBe(expected !== null)
  // No text is valid as both kinds, so an address alone determines its kind.
  if (expected !== null) expect(canonicalAddress(text, kind === 'evm' ? 'tron' : 'evm')).toBeNull()
})
