import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretKeyOf } from './keys.ts'

/** Longest id that is checked. */
const LONGEST = 512

/**
 * A text with our HMAC-SHA-256, as base64url(text).base64url(mac): an id that carries its own terms and cannot be
 * forged.
 */
export function sealText(text: string, key: Uint8Array): string {
  return `${Buffer.from(text).toString('base64url')}.${macOf(text, key)}`
}

/**
 * The text of an id sealed with this key; null for anything else, including another base64 spelling of the same bytes.
 */
export function openSealed(id: string, key: Uint8Array): string | null {
  const dot = id.indexOf('.')
  if (id.length > LONGEST || dot < 1) return null
  const text = Buffer.from(id.slice(0, dot), 'base64url').toString()
  const given = Buffer.from(id)
  const expected = Buffer.from(sealText(text, key))
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
}

/** Digests to text directly: a Buffer of the digest costs more than the hash. */
function macOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', secretKeyOf(key)).update(text).digest('base64url')
}
