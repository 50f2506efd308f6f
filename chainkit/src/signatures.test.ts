import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexOf } from '@tickmark/core/bytes'
import { TronWeb } from 'tronweb'
import { hashMessage } from 'viem'
import { expect, test } from 'vitest'
import { addressOfKey } from './addresses.ts'
import { messageHash, recoverAddress, signHash } from './signatures.ts'

const secret = new Uint8Array(32).fill(5)
const key = hexOf(secret)

test.each(['plain', '', 'two\nlines', 'عربي', '日本語', '🙂 emoji', 'x'.repeat(300)])(
  'our hash, signature and recovery agree with the wallets’ own libraries for %j',
  async (text) => {
    expect(`0x${hexOf(messageHash(text, 'evm'))}`).toBe(hashMessage(text))
    const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
    const signature = tronWeb.trx.signMessageV2(text, key)
    const address = tronWeb.address.fromPrivateKey(key)
    expect(recoverAddress(messageHash(text, 'tron'), signature, 'tron')).toBe(address)
    expect(addressOfKey(secp256k1.getPublicKey(secret), 'tron')).toBe(address)
    const ours = `0x${hexOf(signHash(messageHash(text, 'tron'), secret))}`
    expect(ours).toBe(signature)
    expect(await tronWeb.trx.verifyMessageV2(text, ours)).toBe(address)
  },
)

test('an address follows from either form of a public key', () => {
  const compressed = secp256k1.getPublicKey(secret)
  expect(addressOfKey(secp256k1.getPublicKey(secret, false), 'evm')).toBe(addressOfKey(compressed, 'evm'))
})
