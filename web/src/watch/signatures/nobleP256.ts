import { p256 } from '@noble/curves/nist.js'

/** ECDSA on P-256 for core's `OwnerCrypto`, in JavaScript. Never throws. */
export function verifyP256(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return p256.verify(signature, message, publicKey, { lowS: false })
  } catch {
    return false
  }
}
