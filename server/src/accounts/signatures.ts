import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOfHex, concat } from '@tickmark/core/bytes'
import { addressOfKey, type WalletType } from './addresses.ts'

const PREFIXES: Record<WalletType, string> = {
  1: '\x19Ethereum Signed Message:\n', // EIP-191, version 0x45
  2: '\x19TRON Signed Message:\n', // TIP-191
}

/** What a wallet signs for a text: Keccak-256 of its prefix, the length in bytes, and the text. */
export function messageHash(message: string, walletType: WalletType): Uint8Array {
  const text = new TextEncoder()
  const body = text.encode(message)
  return keccak_256(concat(text.encode(`${PREFIXES[walletType]}${body.length}`), body))
}

const HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n

/**
 * The address whose key signed the hash; null for anything but 65 bytes of hexadecimal with v of 27, 28, 0 or 1, and
 * for the upper half of s, which would give every signature a twin (EIP-2).
 */
export function recoverAddress(hash: Uint8Array, signature: string, walletType: WalletType): string | null {
  const bytes = signature.startsWith('0x') ? bytesOfHex(signature.slice(2).toLowerCase()) : null
  if (bytes?.length !== 65) return null
  const v = bytes[64] ?? 255
  const bit = v >= 27 ? v - 27 : v
  if (bit !== 0 && bit !== 1) return null
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32, 64)).toString('hex')}`)
  if (s > HALF_ORDER) return null
  try {
    const compressed = secp256k1.recoverPublicKey(concat(Uint8Array.of(bit), bytes.subarray(0, 64)), hash, {
      prehash: false,
    })
    return addressOfKey(secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1), walletType)
  } catch {
    return null // r or s of zero, or no point on the curve
  }
}
