import { HDKey } from '@scure/bip32'
import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { derivedAddress, pathOf, rawAddress, spelledAddress } from './addresses.ts'

const JUNK = 'test test test test test test test test test test test junk'
const ABANDON = `${'abandon '.repeat(11)}about`

/** Extended public key of m/44'/coin'/0', by BIP-39 and BIP-32. */
function xpubOf(mnemonic: string, coinType: number): string {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2_048, 64, 'sha512')
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coinType}'/0'`).publicExtendedKey
}

test.each([
  [JUNK, 60, 0, 'evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  [JUNK, 60, 1, 'evm', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  [JUNK, 60, 2, 'evm', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  [ABANDON, 60, 0, 'evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  [ABANDON, 195, 0, 'tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
] as const)(
  'addresses are those that wallets derive: %s m/44’/%i’/0’/0/%i',
  (words, coin, index, kind, address) => {
    expect(derivedAddress(xpubOf(words, coin), index, kind)).toBe(address)
    expect(spelledAddress(rawAddress(address), kind)).toBe(address)
  },
)

test('a path is written as wallets write it', () => {
  expect(pathOf(60, 7)).toBe("m/44'/60'/0'/0/7")
})

test('text that is no address has no raw form', () => {
  for (const text of ['', '0x', '0x12', 'T', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh', `0x${'g'.repeat(40)}`]) {
    expect(() => rawAddress(text), text).toThrow()
  }
})
