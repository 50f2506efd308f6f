import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys from a browser's subscription. */
export interface PushKeys {
  /** Its public point, 65 bytes. */
  p256dh: Uint8Array
  /** Its secret, 16 bytes. */
  auth: Uint8Array
}

/** Record size in the header; every payload fits into one record. */
const RECORD = 4_096
const HEADER = 86
const TAG = 16
/** Maximum payload in bytes. */
export const MOST_PAYLOAD = RECORD - HEADER - TAG - 1

/**
 * Encrypts a payload for one browser: `aes128gcm` of RFC 8188 with the keys of RFC 8291. `own` and `salt` are random
 * for every message; they are parameters only to test the RFC's example.
 */
export function sealPush(
  payload: Uint8Array,
  { p256dh, auth }: PushKeys,
  own: ECDH = freshPair(),
  salt: Uint8Array = randomBytes(16),
): Buffer {
  if (payload.length > MOST_PAYLOAD) throw new Error(`a push of ${payload.length} bytes is too long`)
  const point = own.getPublicKey()
  const shared = own.computeSecret(p256dh)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, point])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // Delimiter 2 marks the last record; no padding.
  const sealed = [
    cipher.update(payload),
    cipher.update(Uint8Array.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD)
  size.writeUInt8(point.length, 4)
  return Buffer.concat([salt, size, point, ...sealed])
}

function freshPair(): ECDH {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}
