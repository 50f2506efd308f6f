import type { Crypto } from '@tickmark/core/crypto'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { sha256 } from './sha256.ts'

/** Hashing and signature checks for the rules of core. */
export const nodeCrypto: Crypto = {
  sha256,
  verifyEd25519(signature, message, publicKey) {
    try {
      return signature.length === 64 && verify(null, message, keyOf(publicKey), signature)
    } catch {
      return false
    }
  },
}

/** The key that was used last: making one costs more than a check with it. */
let last: { x: string; key: KeyObject } | null = null

/** A raw 32-byte public key as Node's key object (RFC 8037); throws on any other length. */
function keyOf(raw: Uint8Array): KeyObject {
  const x = Buffer.from(raw).toString('base64url')
  if (last?.x !== x)
    last = { x, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) }
  return last.key
}
