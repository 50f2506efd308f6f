import { createPrivateKey, ECDH, createECDH, hkdfSync, sign } from 'node:crypto'

/** The server's identity for push services (RFC 8292): a P-256 key pair from its 32-byte scalar. */
export interface VapidKey {
  /** The public point, base64url: browsers subscribe with it. */
  publicKey: string
  /** The `Authorization` header for a push service, given its origin. */
  authorization(audience: string, contact: string, nowMs: number): string
}

/**
 * The server's P-256 scalar, derived from its pepper. A few 32-byte numbers are out of range, so the first valid
 * candidate is used.
 */
export function vapidScalar(pepper: Uint8Array): Buffer {
  for (let turn = 0; ; turn++) {
    const scalar = Buffer.from(hkdfSync('sha256', pepper, '', `tickmark vapidKey ${turn}`, 32))
    if (isScalar(scalar)) return scalar
  }
}

function isScalar(bytes: Uint8Array): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(bytes)
    return true
  } catch {
    return false
  }
}

/** RFC 8292 allows 24 h; a shorter life tolerates clock differences. */
const LIFE_S = 12 * 3_600

export function vapidOf(scalar: Uint8Array): VapidKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar)
  const point = pair.getPublicKey()
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33, 65), Buffer.from(scalar)]
  const jwk = { kty: 'EC', crv: 'P-256', x: text(x), y: text(y), d: text(d) }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const publicKey = text(point)
  const head = json({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey,
    authorization(audience, contact, nowMs) {
      const claims = { aud: audience, exp: Math.floor(nowMs / 1_000) + LIFE_S, sub: contact }
      const signed = `${head}.${json(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${text(signature)}, k=${publicKey}`
    },
  }
}

/** Whether 65 bytes are an uncompressed point of the curve. */
export function isCurvePoint(bytes: Uint8Array): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function json(value: object): string {
  return text(Buffer.from(JSON.stringify(value)))
}
