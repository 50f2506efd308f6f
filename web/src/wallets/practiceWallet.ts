import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfKey } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { messageHash, signHash } from '@tickmark/chainkit/signatures'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { keep, kept } from '@tickmark/client/storage.ts'
import type { Signer } from './signIn.ts'
import { PRACTICE_KEY } from './practiceKey.ts'

/** This browser's practice wallet: created on first use and stored only here. Its key controls no real money. */
export function practiceSigner(): Signer {
  const key = keptKey() ?? makeKey()
  return {
    address: addressOf(key),
    walletType: 1,
    practice: true,
    sign: async (message) => signText(key, message),
  }
}

/**
 * Signs a withdrawal with the practice key of `address`, as a wallet would; throws when this browser holds another key.
 */
export function signPracticeIntent(address: string, intent: WithdrawalIntent): string {
  return signTypedIntent(keyOf(address), intent)
}

/** Signs a text with the practice key of `address`; throws like `signPracticeIntent`. */
export function signPracticeText(address: string, text: string): string {
  return signText(keyOf(address), text)
}

/** The practice key as 0x-hexadecimal for export; null when there is none. */
export function exportPracticeKey(): string | null {
  const key = keptKey()
  return key && `0x${hexOf(key)}`
}

/** EIP-55 address of a private key. */
export function addressOf(key: Uint8Array): string {
  return addressOfKey(secp256k1.getPublicKey(key), 'evm')
}

/** Signs a text as personal_sign does (EIP-191): r, s, v. */
export function signText(key: Uint8Array, message: string): string {
  return `0x${hexOf(signHash(messageHash(message, 'evm'), key))}`
}

/** Signs a withdrawal as eth_signTypedData_v4 does (EIP-712): r, s, v. */
export function signTypedIntent(key: Uint8Array, intent: WithdrawalIntent): string {
  return `0x${hexOf(signHash(intentHash(intent, 'evm'), key))}`
}

function keyOf(address: string): Uint8Array {
  const key = keptKey()
  if (!key || addressOf(key) !== address) throw new Error('this browser holds no key of that address')
  return key
}

function makeKey(): Uint8Array {
  const key = secp256k1.utils.randomSecretKey()
  keep(PRACTICE_KEY, hexOf(key))
  return key
}

function keptKey(): Uint8Array | null {
  const key = bytesOfHex(kept(PRACTICE_KEY) ?? '')
  return key !== null && secp256k1.utils.isValidSecretKey(key) ? key : null
}
