import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { assert } from '@tickmark/core/assert'
import { asciiBytes, bytesOfHex, hexOf } from '@tickmark/core/bytes'

export type AddressKind = 'evm' | 'tron'

/** Numbers of the wallet kinds in calls: 1 is Ethereum-style, 2 is Tron-style. */
export type WalletType = 1 | 2

export function kindOf(walletType: WalletType): AddressKind {
  return walletType === 1 ? 'evm' : 'tron'
}

const base58check = createBase58check(sha256)
/** First byte of every address on Tron's main network. */
const TRON_PREFIX = 0x41

/**
 * The canonical spelling of an address: EIP-55, or base58check on Tron. Null for anything else, for a wrong checksum,
 * and for the zero address. An Ethereum address in a single case has no checksum and is accepted.
 */
export function canonicalAddress(text: string, kind: AddressKind): string | null {
  const bytes = readAddress(text, kind)
  if (!bytes || bytes.every((byte) => byte === 0)) return null
  const spelled = spellAddress(bytes, kind)
  const isPlain = kind === 'evm' && /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text)
  return isPlain || spelled === text ? spelled : null
}

/** The 20 bytes of a valid address; throws on anything else. */
export function bytesOfAddress(address: string, kind: AddressKind): Uint8Array {
  const bytes = readAddress(address, kind)
  assert(bytes, 'an address was read before')
  return bytes
}

/** The address of a public key in either of its encodings (SEC 1). */
export function addressOfKey(publicKey: Uint8Array, kind: AddressKind): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return spellAddress(keccak_256(point.subarray(1)).subarray(-20), kind)
}

/** The canonical spelling of 20 bytes. */
export function spellAddress(bytes: Uint8Array, kind: AddressKind): string {
  if (kind === 'tron') return base58check.encode(Uint8Array.of(TRON_PREFIX, ...bytes))
  const lower = hexOf(bytes)
  const hash = hexOf(keccak_256(asciiBytes(lower)))
  // EIP-55: a letter is upper case where the hash of the lower-case digits has 8 or more at its position.
  const digits = Array.from(lower, (digit, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${digits.join('')}`
}

/** Null for anything but an address; does not check the checksum of an Ethereum-style one. */
function readAddress(text: string, kind: AddressKind): Uint8Array | null {
  if (kind === 'evm') return /^0x[0-9a-fA-F]{40}$/.test(text) ? bytesOfHex(text.slice(2).toLowerCase()) : null
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return null
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? bytes.subarray(1) : null
  } catch {
    return null // a wrong checksum
  }
}
