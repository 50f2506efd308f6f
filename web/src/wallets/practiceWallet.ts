import { intentDigest, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { keep, kept } from '../state/storage.ts'
import type { Signer } from './signIn.ts'
import { PRACTICE_KEY } from './reconnect.ts'

/** The practice wallet of this browser: made on first use, kept here alone. Its key is no one's money. */
export function practiceSigner(): Signer {
  const key = keptKey() ?? makeKey()
  return {
    address: addressOf(key),
    walletType: 1,
    practice: true,
    sign: async (message) => signText(key, message),
  }
}

/** Signs a withdrawal with the practice key of `address`, as a wallet would; throws when this browser holds another. */
export function signPracticeIntent(address: string, intent: WithdrawalIntent): string {
  const key = keptKey()
  if (!key || addressOf(key) !== address) throw new Error('this browser holds no key of that address')
  return signTypedIntent(key, intent)
}

/** The practice key as 0x-hexadecimal, to be copied elsewhere; null when there is none. */
export function exportPracticeKey(): string | null {
  const key = keptKey()
  return key && `0x${hexOf(key)}`
}

/** EIP-55 address of a private key. */
export function addressOf(key: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(secp256k1.getPublicKey(key)).toBytes(false)
  const plain = hexOf(keccak_256(point.subarray(1)).subarray(-20))
  const checks = hexOf(keccak_256(new TextEncoder().encode(plain)))
  return `0x${Array.from(plain, (char, at) => (Number.parseInt(checks[at] ?? '0', 16) > 7 ? char.toUpperCase() : char)).join('')}`
}

/** Signs a text as personal_sign does (EIP-191): r, s, v. */
export function signText(key: Uint8Array, message: string): string {
  const body = new TextEncoder().encode(message)
  const head = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${body.length}`)
  return signDigest(key, keccak_256(Uint8Array.from([...head, ...body])))
}

/** Signs a withdrawal as eth_signTypedData_v4 does (EIP-712): r, s, v. */
export function signTypedIntent(key: Uint8Array, intent: WithdrawalIntent): string {
  return signDigest(key, intentDigest(intent, keccak_256))
}

function signDigest(key: Uint8Array, digest: Uint8Array): string {
  const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return `0x${hexOf(Uint8Array.from([...rs, 27 + recovery]))}`
}

function makeKey(): Uint8Array {
  const key = secp256k1.utils.randomSecretKey()
  keep(PRACTICE_KEY, hexOf(key))
  return key
}

function keptKey(): Uint8Array | null {
  const text = kept(PRACTICE_KEY)
  if (text === null || !/^[0-9a-f]{64}$/.test(text)) return null
  const key = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return secp256k1.utils.isValidSecretKey(key) ? key : null
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
