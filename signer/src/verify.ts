import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { asciiBytes, bytesOfHex, concat, hexOf } from '@tickmark/core/bytes'
import { intentDigest, intentText } from '@tickmark/core/wallet/withdrawalIntent'
import { addressOfKey, canonicalAddress } from './keys/addresses.ts'
import type { AskContract } from './chains/contractWallets.ts'
import type { AcceptRequest } from './memory.ts'

const HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n

/**
 * Whether `account` signed the intent: by its own key, or, where `askContract` is given, as a contract (ERC-1271). The
 * intent is printable ASCII. A node that cannot be asked throws.
 */
export async function isSignedByOwner(
  { intent, signature, walletType, account }: AcceptRequest,
  askContract: AskContract | null,
): Promise<boolean> {
  const kind = walletType === 1 ? 'evm' : 'tron'
  if (canonicalAddress(account, kind) !== account) return false
  const hash = walletType === 1 ? intentDigest(intent, keccak_256) : textHash(intentText(intent))
  const publicKey = recoverKey(hash, signature)
  if (publicKey && addressOfKey(publicKey, kind) === account) return true
  return walletType === 1 && askContract !== null && askContract(account, hash, signature)
}

/** TIP-191: Keccak-256 of a prefix, the length in bytes, and the text. */
function textHash(text: string): Uint8Array {
  return keccak_256(asciiBytes(`\x19TRON Signed Message:\n${text.length}${text}`))
}

/**
 * The public key (64 bytes) that signed the hash; null for anything but 65 bytes of hexadecimal with v of 27, 28, 0 or 1,
 * and for the upper half of s, which would give every signature a twin (EIP-2).
 */
function recoverKey(hash: Uint8Array, signature: string): Uint8Array | null {
  const bytes = signature.startsWith('0x') ? bytesOfHex(signature.slice(2).toLowerCase()) : null
  if (bytes?.length !== 65) return null
  const v = bytes[64] ?? 255
  const bit = v >= 27 ? v - 27 : v
  if (bit !== 0 && bit !== 1) return null
  if (BigInt(`0x${hexOf(bytes.subarray(32, 64))}`) > HALF_ORDER) return null
  try {
    const signed = concat(Uint8Array.of(bit), bytes.subarray(0, 64))
    const compressed = secp256k1.recoverPublicKey(signed, hash, { prehash: false })
    return secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1)
  } catch {
    return null // r or s of zero, or no point on the curve
  }
}
