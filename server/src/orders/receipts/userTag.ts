import { assert } from '@tickmark/core/assert'
import { createHmac, hash } from 'node:crypto'

const SECRET_BYTES = 32
const TAGGED = Buffer.alloc(256)

/** `userTag` of core/src/receipts/receipts.ts, hashed from one shared buffer: placing and settling make one for every order. */
export function userTagOf(userId: number, orderId: string, secret: Uint8Array): string {
  assert(secret.length === SECRET_BYTES && orderId.length === 36, 'a tag is of a secret and a UUID')
  TAGGED.set(secret)
  const length = SECRET_BYTES + TAGGED.write(`user:${userId}:${orderId}`, SECRET_BYTES, 'latin1')
  return hash('sha256', TAGGED.subarray(0, length))
}

/** The house's secret for tags: it follows from the pepper in its keys. */
export function tagSecretOf(pepper: Uint8Array): Uint8Array {
  return createHmac('sha256', pepper).update('user tags of tickets').digest()
}
