import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { intentOf, owner, signedBy, signedOnTron, typedDataOf } from './fixture.testing.ts'
import { isSignedByOwner } from './signer.ts'

const intent = intentOf()
const onEthereum = await signedBy(intent)
const onTron = signedOnTron(intent)
const isOwners = (signature: string) => isSignedByOwner({ ...onEthereum, signature }, null)
const isTronOwners = (signature: string) => isSignedByOwner({ ...onTron, signature }, null)

test.for(['1b', '1c', '00', '01'] as const)('v may be written as %s [T14]', async (v) => {
  const bit = onEthereum.signature.endsWith('1b') ? 0 : 1
  const isRight = Number.parseInt(v, 16) % 27 === bit
  expect(await isOwners(`${onEthereum.signature.slice(0, -2)}${v}`)).toBe(isRight)
})

/** Every other encoding of the 65 signature bytes. */
const MISSHAPEN: Record<string, (signature: string) => string> = {
  'without its last byte': (good) => good.slice(0, -2),
  'with one byte more': (good) => `${good}00`,
  'with half a byte more': (good) => `${good}0`,
  'in 64 bytes (EIP-2098)': (good) => compact(good),
  'without 0x': (good) => good.slice(2),
  'with 0X': (good) => good.replace('0x', '0X'),
  'with 0x twice': (good) => `0x${good}`,
  'with a blank in front': (good) => ` ${good}`,
  'with a line break at the end': (good) => `${good}\n`,
  'with s in the upper half, and v turned': (good) => twin(good, true),
  'with s in the upper half': (good) => twin(good, false),
  'with the other v': (good) => `${good.slice(0, -2)}${good.endsWith('1b') ? '1c' : '1b'}`,
  'with v of 2': (good) => `${good.slice(0, -2)}02`,
  'with v of 26': (good) => `${good.slice(0, -2)}1a`,
  'with v of 29': (good) => `${good.slice(0, -2)}1d`,
  'with v of 30': (good) => `${good.slice(0, -2)}1e`,
  'with v of 37 (EIP-155)': (good) => `${good.slice(0, -2)}25`,
  'with v of 255': (good) => `${good.slice(0, -2)}ff`,
  'with v in front': (good) => `0x${good.slice(-2)}${good.slice(2, -2)}`,
  'with r and s swapped': (good) => `0x${good.slice(66, 130)}${good.slice(2, 66)}${good.slice(-2)}`,
  'with r of zero': (good) => `0x${'0'.repeat(64)}${good.slice(66)}`,
  'with s of zero': (good) => `${good.slice(0, 66)}${'0'.repeat(64)}${good.slice(-2)}`,
  'with r of the order': (good) => `0x${word(ORDER)}${good.slice(66)}`,
  'with s of the order': (good) => `${good.slice(0, 66)}${word(ORDER)}${good.slice(-2)}`,
  'with r above the field': (good) => `0x${'f'.repeat(64)}${good.slice(66)}`,
  'of zeros': () => `0x${'00'.repeat(65)}`,
  'of ones': () => `0x${'ff'.repeat(65)}`,
  'that is empty': () => '',
  'of 0x alone': () => '0x',
  'that is no hexadecimal': (good) => good.replace(/[0-9a-f]{2}$/, 'zz'),
  'in letters that only look like digits': (good) => good.replace(/[0-9a-f]$/, '\uff11'),
  'as JSON': (good) => JSON.stringify(good),
  'as JSON with a field': (good) => JSON.stringify({ signature: good }),
  twice: (good) => `${good}${good.slice(2)}`,
}

const ORDER = secp256k1.Point.Fn.ORDER
const word = (value: bigint) => value.toString(16).padStart(64, '0')

function twin(signature: string, isTurned: boolean): string {
  const s = word(ORDER - BigInt(`0x${signature.slice(66, 130)}`))
  const isLow = signature.endsWith('1b') === isTurned
  return `${signature.slice(0, 66)}${s}${isLow ? '1c' : '1b'}`
}

/** r and s with the bit of v in the top bit of s. */
function compact(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n)
  return `${signature.slice(0, 66)}${word(s)}`
}

test.for(Object.keys(MISSHAPEN))('a signature %s is refused, on Ethereum and on Tron [T14]', async (how) => {
  const misshape = MISSHAPEN[how] ?? String
  for (const good of [onEthereum.signature, onTron.signature]) {
    const isKept = good === onEthereum.signature ? isOwners : isTronOwners
    expect(await isKept(good)).toBe(true)
    expect(await isKept(misshape(good))).toBe(false)
  }
})

test('the high-s twin of a signature is refused, although other libraries accept it [T14]', async () => {
  const hash = bytesOfHex(hashTypedData(typedDataOf(intent)).slice(2)) ?? new Uint8Array()
  const bytes = bytesOfHex(twin(onEthereum.signature, true).slice(2)) ?? new Uint8Array()
  const signed = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64))
  const key = secp256k1.recoverPublicKey(signed, hash, { prehash: false })
  expect(`0x${hexOf(secp256k1.Point.fromBytes(key).toBytes(false))}`).toBe(owner.publicKey)
  expect(await isOwners(twin(onEthereum.signature, true))).toBe(false)
})
