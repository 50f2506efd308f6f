import { base64UrlOf } from '@tickmark/core/base64url'
import { bytesOfHex } from '@tickmark/core/bytes'
import { expandPoint, isLowS } from '@tickmark/core/consent/p256'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The key object of a compressed key; null for invalid bytes. Cache it: creating it costs more than checking a signature. */
export function publicKeyOfP256(key: Uint8Array): KeyObject | null {
  const point = expandPoint(key)
  if (!point) return null
  const [x, y] = [base64UrlOf(point.subarray(1, 33)), base64UrlOf(point.subarray(33))]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** Checks a text's signature (r ‖ s in hex, low s) on another thread of the process. */
export async function verifyP256(text: string, signature: string, key: KeyObject): Promise<boolean> {
  const bytes = bytesOfHex(signature)
  if (!bytes || !isLowS(bytes)) return false
  return new Promise((settle, fail) => {
    const given = { key, dsaEncoding: 'ieee-p1363' } as const
    verify('sha256', Buffer.from(text), given, bytes, (error, isValid) =>
      error ? fail(error) : settle(isValid),
    )
  })
}
