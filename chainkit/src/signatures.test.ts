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

test('a signature is 65 bytes with s in the lower half, and v of 27, 28, 0 or 1', () => {
  const hash = messageHash('plain', 'evm')
  const good = hexOf(signHash(hash, secret))
  const owner = addressOfKey(secp256k1.getPublicKey(secret), 'evm')
  const recovered = (rsv: string) => recoverAddress(hash, `0x${rsv}`, 'evm')
  const [rs, v] = [good.slice(0, 128), Number.parseInt(good.slice(128), 16) - 27]
  const ending = (last: number) => rs + last.toString(16).padStart(2, '0')
  expect([ending(v), ending(v + 27), good.toUpperCase()].map(recovered)).toEqual([owner, owner, owner])
  expect([ending(2), ending(26), ending(29), ending(v + 31), rs, `${good}00`].map(recovered)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  const { ORDER } = secp256k1.Point.Fn
  const other = (ORDER - BigInt(`0x${rs.slice(64)}`)).toString(16).padStart(64, '0')
  expect(recovered(`${rs.slice(0, 64)}${other}0${1 - v}`)).toBeNull()
  expect(recoverAddress(hash, good, 'evm')).toBeNull()
})

test('an address follows from either form of a public key', () => {
  const compressed = secp256k1.getPublicKey(secret)
  expect(addressOfKey(secp256k1.getPublicKey(secret, false), 'evm')).toBe(addressOfKey(compressed, 'evm'))
})
