import { createHmac, randomBytes } from 'node:crypto'
import { derivedKey } from '../../platform/oneTimeCode.ts'

const RECOVERY_CODES = 10

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
  return createHmac('sha256', derivedKey(key, 'recovery')).update(`${userId}:${plain}`).digest()
}
