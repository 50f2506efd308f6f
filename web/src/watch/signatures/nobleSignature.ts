import { ed25519 } from '@noble/curves/ed25519.js'

/** Ed25519 as in RFC 8032, in JavaScript. Never throws. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
