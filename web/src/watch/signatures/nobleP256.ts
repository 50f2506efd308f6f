import { p256 } from '@noble/curves/nist.js'

/** ECDSA on P-256 as core's `OwnerCrypto` asks for it, in script. Never throws. */
export function verifyP256(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return p256.verify(signature, message, publicKey, { lowS: false })
  } catch {
    return false
  }
}
