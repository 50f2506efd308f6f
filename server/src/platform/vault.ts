import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Keys that wrap the keys of records, by number; the highest wraps, all of them unwrap. */
export type VaultKeys = ReadonlyMap<number, Uint8Array>

/**
 * An encrypted record. `sealed` is its content and `wrappedKey` its own key, each as nonce (12 bytes), AES-256-GCM and tag
 * (16 bytes).
 */
export interface SealedRecord {
  /** The number of the key that wraps. */
  keyNumber: number
  wrappedKey: Buffer
  sealed: Buffer
}

const NONCE = 12
const TAG = 16

/** Encrypts content under a fresh key. It opens only under the same name, so that no record can pass as another. */
export function sealRecord(keys: VaultKeys, name: string, content: Uint8Array): SealedRecord {
  const own = randomBytes(32)
  const keyNumber = newestKey(keys)
  return {
    keyNumber,
    wrappedKey: encrypt(keyOf(keys, keyNumber), name, own),
    sealed: encrypt(own, name, content),
  }
}

/** The content of a record; throws when the key is missing, the name differs, or a bit was changed. */
export function openRecord(keys: VaultKeys, name: string, record: SealedRecord): Buffer {
  return decrypt(decrypt(keyOf(keys, record.keyNumber), name, record.wrappedKey), name, record.sealed)
}

/** The record with its key wrapped under the newest wrapping key; the content is neither changed nor decrypted. */
export function rewrapRecord(
  keys: VaultKeys,
  name: string,
  { keyNumber, wrappedKey }: Omit<SealedRecord, 'sealed'>,
): Omit<SealedRecord, 'sealed'> {
  const newest = newestKey(keys)
  const own = decrypt(keyOf(keys, keyNumber), name, wrappedKey)
  return { keyNumber: newest, wrappedKey: encrypt(keyOf(keys, newest), name, own) }
}

export function newestKey(keys: VaultKeys): number {
  return Math.max(...keys.keys())
}

function keyOf(keys: VaultKeys, number: number): Uint8Array {
  const key = keys.get(number)
  if (!key) throw new Error(`vault key ${number} is not in the keys file`)
  return key
}

function encrypt(key: Uint8Array, name: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, name: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
}
