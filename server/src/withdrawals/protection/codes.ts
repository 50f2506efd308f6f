import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238's time step in seconds, and the tolerated clock drift in steps. */
const STEP_MS = 30_000
const STEPS_OFF = 1
const SECRET_BYTES = 20
export const RECOVERY_CODES = 10

export interface NewSecret {
  /** Base32, for typing it in. */
  text: string
  /** For the QR code that authenticators scan. */
  uri: string
  sealed: Buffer
}

/** A new authenticator secret, sealed for its user. */
export function newSecret(userId: number, label: string, key: Uint8Array): NewSecret {
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer })
  const uri = new TOTP({ issuer: 'Tickmark', label, secret }).toString()
  return { text: secret.base32, uri, sealed: seal(userId, Buffer.from(secret.bytes), key) }
}

/** The time step of a code, from one step before to one after now by the machine's clock; null when the code fits none. */
export function stepOfCode(
  code: string,
  sealed: Buffer,
  userId: number,
  key: Uint8Array,
  wallMs: number,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const secret = new Secret({ buffer: Uint8Array.from(open(userId, sealed, key)).buffer })
  const delta = TOTP.validate({ token: code, secret, timestamp: wallMs, window: STEPS_OFF })
  return delta === null ? null : Math.floor(wallMs / STEP_MS) + delta
}

const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** Recovery codes of 50 random bits for a lost authenticator, like "7KQ4W-0ZX9M". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const signs = Array.from(randomBytes(10), (byte) => ALPHABET[byte % 32]).join('')
    return `${signs.slice(0, 5)}-${signs.slice(5)}`
  })
}

/** The stored hash of a recovery code; spaces, dashes and lower case make no difference. */
export function recoveryHash(code: string, userId: number, key: Uint8Array): Buffer {
  const plain = code.replace(/[\s-]/g, '').toUpperCase()
  return createHmac('sha256', derived(key, 'recovery')).update(`${userId}:${plain}`).digest()
}

/** Nonce, ciphertext, tag of AES-256-GCM. Bound to the user: a secret moved to another row does not decrypt. */
function seal(userId: number, secret: Buffer, key: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'authenticator'), nonce)
  cipher.setAAD(Buffer.from(String(userId)))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

function open(userId: number, sealed: Buffer, key: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', derived(key, 'authenticator'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(userId)))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** Derives a key for one purpose from the server's own (HKDF, RFC 5869). */
function derived(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `tickmark ${purpose}`, 32))
}
