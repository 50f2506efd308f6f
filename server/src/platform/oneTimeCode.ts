import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238's time step in ms, and the tolerated clock drift in steps. */
const STEP_MS = 30_000
const STEPS_OFF = 1
const SECRET_BYTES = 20

export interface NewSecret {
  /** Base32, for typing it in. */
  text: string
  /** For the QR code that authenticators scan. */
  uri: string
  sealed: Buffer
}

/** A new secret for an authenticator app, encrypted for its owner; `owner` must identify one person. */
export function newSecret(owner: string, label: string, key: Uint8Array): NewSecret {
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer })
  const uri = new TOTP({ issuer: 'Tickmark', label, secret }).toString()
  return { text: secret.base32, uri, sealed: seal(owner, Buffer.from(secret.bytes), key) }
}

/** The time step of a code, from one step before to one after now by the machine's clock; null for a wrong code. */
export function stepOfCode(
  code: string,
  sealed: Buffer,
  owner: string,
  key: Uint8Array,
  wallMs: number,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const secret = new Secret({ buffer: Uint8Array.from(open(owner, sealed, key)).buffer })
  const delta = TOTP.validate({ token: code, secret, timestamp: wallMs, window: STEPS_OFF })
  return delta === null ? null : Math.floor(wallMs / STEP_MS) + delta
}

/** Nonce, ciphertext, tag of AES-256-GCM. Bound to the owner: a secret moved to another row does not decrypt. */
function seal(owner: string, secret: Buffer, key: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, 'authenticator'), nonce)
  cipher.setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

function open(owner: string, sealed: Buffer, key: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, 'authenticator'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** Derives a key for one purpose from the server's own (HKDF, RFC 5869). */
export function derivedKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `tickmark ${purpose}`, 32))
}
