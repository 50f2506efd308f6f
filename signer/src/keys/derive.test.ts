import { HDKey } from '@scure/bip32'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { TronWeb } from 'tronweb'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type AddressKind, addressOfKey } from '@tickmark/chainkit/addresses'
import { depositXpubOf, hotKeyOf } from './derive.ts'

/** The words of BIP-39's first test vector, and their seed without a password (published with SLIP-132). */
const WORDS = `${'abandon '.repeat(11)}about`
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
const seed = bytesOfHex(SEED) ?? new Uint8Array()

test.for([
  [
    0,
    'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  ],
  [
    60,
    'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  ],
] as const)('the deposits’ extended key of coin type %i equals the published one', ([coinType, xpub]) => {
  expect(depositXpubOf(seed, coinType)).toBe(xpub)
})

test.for([
  [60, 'evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  [195, 'tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
] as const)(
  'the first deposit address of coin type %i follows from the extended key alone',
  ([coin, kind, address]) => {
    const child = HDKey.fromExtendedKey(depositXpubOf(seed, coin)).derive('m/0/0')
    expect(child.privateKey).toBe(null)
    expect(spelled(child.publicKey, kind)).toBe(address)
  },
)

test('the hot wallet equals the one that other libraries derive on its path', () => {
  const onEthereum = hotKeyOf(seed, 60, 'evm')
  const path = "m/44'/60'/1'/0/0" as const
  expect(onEthereum.address).toBe(mnemonicToAccount(WORDS, { path }).address)
  const onTron = hotKeyOf(seed, 195, 'tron')
  const known = TronWeb.fromMnemonic(WORDS, "m/44'/195'/1'/0/0")
  expect(onTron.address).toBe(known.address)
  expect(`0x${hexOf(onTron.secret)}`).toBe(known.privateKey)
})

test('the hot wallet is no deposit address, and its key does not follow from theirs', () => {
  const xpub = HDKey.fromExtendedKey(depositXpubOf(seed, 60))
  const hot = hotKeyOf(seed, 60, 'evm').address
  for (let i = 0; i < 20; i++) expect(spelled(xpub.derive(`m/0/${i}`).publicKey, 'evm')).not.toBe(hot)
  expect(() => xpub.derive("m/1'")).toThrow()
})

function spelled(publicKey: Uint8Array | null, kind: AddressKind): string {
  if (!publicKey) throw new Error('an extended key has a public key')
  return addressOfKey(publicKey, kind)
}
