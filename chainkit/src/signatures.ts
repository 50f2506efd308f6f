import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOfHex, concat, hexOf } from '@tickmark/core/bytes'
import { addressOfKey, type AddressKind } from './addresses.ts'

const PREFIXES: Record<AddressKind, string> = {
  evm: '\x19Ethereum Signed Message:\n', // EIP-191, version 0x45
  tron: '\x19TRON Signed Message:\n', // TIP-191
}

/** The hash that a wallet signs for a text: Keccak-256 of its prefix, the length in bytes, and the text. */
export function messageHash(message: string, kind: AddressKind): Uint8Array {
  const text = new TextEncoder()
  const body = text.encode(message)
  return keccak_256(concat(text.encode(`${PREFIXES[kind]}${body.length}`), body))
}

/** Signs 32 bytes as wallets do: r, s, and v of 27 or 28. */
export function signHash(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  const signed = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return concat(signed.subarray(1), Uint8Array.of(27 + (signed[0] ?? 0)))
}

const HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n

/**
 * The address whose key signed the hash. Null for anything but 65 bytes of hexadecimal with v of 27, 28, 0 or 1, and
 * for s in the upper half, which would allow a second signature (EIP-2).
 */
export function recoverAddress(hash: Uint8Array, signature: string, kind: AddressKind): string | null {
  const bytes = signature.startsWith('0x') ? bytesOfHex(signature.slice(2).toLowerCase()) : null
  if (bytes?.length !== 65) return null
  const v = bytes[64] ?? 255
  const bit = v >= 27 ? v - 27 : v
  if (bit !== 0 && bit !== 1) return null
  if (BigInt(`0x${hexOf(bytes.subarray(32, 64))}`) > HALF_ORDER) return null
  try {
    const signed = concat(Uint8Array.of(bit), bytes.subarray(0, 64))
    return addressOfKey(secp256k1.recoverPublicKey(signed, hash, { prehash: false }), kind)
  } catch {
    return null // r or s is zero, or is no point on the curve
  }
}
