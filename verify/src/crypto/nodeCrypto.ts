import { base64UrlOf } from '@tickmark/core/base64url'
import { expandPoint } from '@tickmark/core/consent/p256'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { createHash, createPublicKey, verify, type JsonWebKeyInput, type KeyObject } from 'node:crypto'
import type { IntentCrypto } from '@tickmark/core/evidence/checkWithdrawalFile'
import { recoverIntent, recoverWallet } from './walletSignature.ts'

/** Hashing and signature checks by Node's own crypto module. */
export const nodeCrypto: Crypto & OwnerCrypto & IntentCrypto = {
  sha256,
  verifyEd25519(signature, message, publicKey) {
    try {
      return signature.length === 64 && verify(null, message, keyOf(publicKey), signature)
    } catch {
      return false
    }
  },
  verifyP256(signature, message, publicKey) {
    const point = expandPoint(publicKey)
    if (!point || signature.length !== 64) return false
    return verify('sha256', message, { key: pointKey(point), dsaEncoding: 'ieee-p1363' }, signature)
  },
  recoverWallet: (text, signature, wallet) => recoverWallet(text, signature, wallet, sha256),
  recoverIntent: (intent, signature, wallet) => recoverIntent(intent, signature, wallet, sha256),
}

function sha256(data: Uint8Array): Uint8Array {
  return createHash('sha256').update(data).digest()
}

/** A raw 32-byte public key as Node's key object (RFC 8037); throws on any other length. */
function keyOf(raw: Uint8Array): KeyObject {
  return keyOfJwk({ kty: 'OKP', crv: 'Ed25519', x: base64UrlOf(raw) })
}

/** The 65 bytes of a point of P-256 as Node's key object (RFC 7518). */
function pointKey(point: Uint8Array): KeyObject {
  const [x, y] = [base64UrlOf(point.subarray(1, 33)), base64UrlOf(point.subarray(33))]
  return keyOfJwk({ kty: 'EC', crv: 'P-256', x, y })
}

function keyOfJwk(key: JsonWebKeyInput['key']): KeyObject {
  return createPublicKey({ key, format: 'jwk' })
}
