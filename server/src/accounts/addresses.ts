import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { createBase58check } from '@scure/base'

export type WalletType = 1 | 2

const base58check = createBase58check(sha256)
/** First byte of every address on Tron's main network. */
const TRON_PREFIX = 0x41

/**
 * The one spelling of an address: EIP-55 for Ethereum-style (1), base58check for Tron-style (2). Null for anything that
 * is not an address, for a wrong checksum, and for the zero address. An Ethereum address in one case has no checksum.
 */
export function canonicalAddress(text: string, walletType: WalletType): string | null {
  return walletType === 1 ? ethereumAddress(text) : tronAddress(text)
}

function ethereumAddress(text: string): string | null {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (digits === undefined || /^0+$/.test(digits)) return null
  const lower = digits.toLowerCase()
  const spelled = withChecksum(lower)
  const isPlain = digits === lower || digits === digits.toUpperCase()
  return isPlain || `0x${digits}` === spelled ? spelled : null
}

/** EIP-55: a letter is upper case where the hash of the lower-case digits has 8 or more in its place. */
function withChecksum(lower: string): string {
  const hash = hexOf(keccak_256(asciiBytes(lower)))
  const digits = Array.from(lower, (digit, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}

function tronAddress(text: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return null
  try {
    const bytes = base58check.decode(text)
    const isZero = bytes.subarray(1).every((byte) => byte === 0)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX && !isZero ? text : null
  } catch {
    return null
  }
}

/** The address of a public key: 64 bytes, without the 0x04 in front. */
export function addressOfKey(publicKey: Uint8Array, walletType: WalletType): string {
  const tail = keccak_256(publicKey).subarray(-20)
  return walletType === 1
    ? withChecksum(hexOf(tail))
    : base58check.encode(Uint8Array.of(TRON_PREFIX, ...tail))
}
