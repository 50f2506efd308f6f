import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import fc from 'fast-check'
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressOfKey } from '../../../chainkit/src/addresses.ts'
import { messageHash, recoverAddress, signHash } from '../../../chainkit/src/signatures.ts'
import { keccak256 } from './keccak.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { recoverWallet } from './walletSignature.ts'

const { sha256 } = nodeCrypto
/** The order of the curve's base point. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

test('Keccak-256 agrees with another library at every length around its block', () => {
  expect(hexOf(keccak256(new Uint8Array()))).toBe(
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
  for (let length = 0; length < 300; length++) {
    const text = 'k'.repeat(length)
    const signed = asciiBytes(`\x19Ethereum Signed Message:\n${length}${text}`)
    expect(keccak256(signed)).toEqual(new Uint8Array(messageHash(text, 'evm')))
  }
})

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => BigInt(`0x${hexOf(bytes)}`) > 0n && BigInt(`0x${hexOf(bytes)}`) < N)
const texts = fc.string({ unit: fc.integer({ min: 10, max: 126 }).map((code) => String.fromCharCode(code)) })

test('the wallet recovered from any signature agrees with another library, on both kinds of chain', () => {
  fc.assert(
    fc.property(secrets, texts, fc.constantFrom('evm' as const, 'tron' as const), (secret, text, wallet) => {
      const signature = `0x${hexOf(signHash(messageHash(text, wallet), secret))}`
      const pair = createECDH('secp256k1')
      pair.setPrivateKey(secret)
      const address = addressOfKey(pair.getPublicKey(), wallet)
      expect(recoverWallet(text, signature, wallet, sha256)).toBe(address)
      expect(recoverWallet(`${text}.`, signature, wallet, sha256)).not.toBe(address)
    }),
    { numRuns: 40 },
  )
})

const secret = new Uint8Array(32).fill(7)
const good = `0x${hexOf(signHash(messageHash('text', 'evm'), secret))}`
const s = BigInt(`0x${good.slice(66, 130)}`)
const word = (value: bigint) => value.toString(16).padStart(64, '0')

test.each<[string, string]>([
  ['nothing', ''],
  ['no prefix', good.slice(2)],
  ['a byte less', good.slice(0, -2)],
  ['another v', `${good.slice(0, -2)}1d`],
  ['a high s', `${good.slice(0, 66)}${word(N - s)}${good.endsWith('1b') ? '1c' : '1b'}`],
  ['an r of zero', `0x${word(0n)}${good.slice(66)}`],
  ['an r as large as the order', `0x${word(N)}${good.slice(66)}`],
  ['an s of zero', `${good.slice(0, 66)}${word(0n)}1b`],
])('a signature with %s has no wallet, as in another library', (_, signature) => {
  expect(recoverWallet('text', signature, 'evm', sha256)).toBeNull()
  expect(recoverAddress(messageHash('text', 'evm'), signature, 'evm')).toBeNull()
})

test('v may be 0 or 1 as well as 27 or 28', () => {
  const small = `${good.slice(0, -2)}${good.endsWith('1b') ? '00' : '01'}`
  expect(recoverWallet('text', small, 'evm', sha256)).toBe(recoverWallet('text', good, 'evm', sha256))
})
