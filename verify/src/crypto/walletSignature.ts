import { asciiBytes, bytesOfHex, concat, hexOf } from '@tickmark/core/bytes'
import type { Sha256, WalletKind } from '@tickmark/core/crypto'
import { intentDigest, intentText, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { keccak256 } from './keccak.ts'
import { recoverKey } from './secp256k1.ts'

const PREFIXES: Record<WalletKind, string> = {
  evm: '\x19Ethereum Signed Message:\n', // EIP-191, version 0x45
  tron: '\x19TRON Signed Message:\n', // TIP-191
}

/** `recoverWallet` of core's `OwnerCrypto`, from the standards and without any library. */
export function recoverWallet(
  text: string,
  signature: string,
  wallet: WalletKind,
  sha256: Sha256,
): string | null {
  const message = concat(asciiBytes(`${PREFIXES[wallet]}${text.length}`), asciiBytes(text))
  return recoverSigner(keccak256(message), signature, wallet, sha256)
}

/** `recoverIntent` of core's `IntentCrypto`. */
export function recoverIntent(
  intent: WithdrawalIntent,
  signature: string,
  wallet: WalletKind,
  sha256: Sha256,
): string | null {
  if (wallet === 'tron') return recoverWallet(intentText(intent), signature, wallet, sha256)
  return recoverSigner(intentDigest(intent, keccak256), signature, wallet, sha256)
}

/** The address whose key signed a hash. */
function recoverSigner(
  hash: Uint8Array,
  signature: string,
  wallet: WalletKind,
  sha256: Sha256,
): string | null {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c|00|01)$/i.exec(signature)
  if (!match) return null
  const [, r = '', s = '', v = ''] = match
  const isOdd = v === '01' || v.toLowerCase() === '1c'
  const key = recoverKey(numberOf(hexOf(hash)), numberOf(r), numberOf(s), isOdd)
  if (!key) return null
  const point = key.map((one) => one.toString(16).padStart(64, '0')).join('')
  const account = keccak256(bytesOfHex(point) ?? new Uint8Array()).subarray(-20)
  return wallet === 'evm' ? evmAddress(account) : tronAddress(account, sha256)
}

/** EIP-55: a letter is upper case where the hash of the lower-case digits has 8 or more at its position. */
function evmAddress(account: Uint8Array): string {
  const digits = hexOf(account)
  const mask = hexOf(keccak256(asciiBytes(digits)))
  const spelled = Array.from(digits, (digit, i) => ((mask[i] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${spelled.join('')}`
}

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58check with Tron's first byte; that byte is never zero, so no digit leads with zeros. */
function tronAddress(account: Uint8Array, sha256: Sha256): string {
  const body = concat(Uint8Array.of(0x41), account)
  const sum = sha256(sha256(body)).subarray(0, 4)
  let value = numberOf(hexOf(concat(body, sum)))
  let text = ''
  for (; value > 0n; value /= 58n) text = (DIGITS[Number(value % 58n)] ?? '') + text
  return text
}

function numberOf(hex: string): bigint {
  return BigInt(`0x${hex}`)
}
