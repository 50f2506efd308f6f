import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretKeyOf } from './keys.ts'

/** Longest id that is looked at. */
const LONGEST = 512

/** A text with our HMAC-SHA-256 over it, as base64url(text).base64url(mac): an id that tells its own terms and cannot be made up. */
export function sealText(text: string, key: Uint8Array): string {
  return `${Buffer.from(text).toString('base64url')}.${macOf(text, key)}`
}

/** The text of an id that we sealed with this key; null for anything else, another spelling of the same bytes included. */
export function openSealed(id: string, key: Uint8Array): string | null {
  const dot = id.indexOf('.')
  if (id.length > LONGEST || dot < 1) return null
  const text = Buffer.from(id.slice(0, dot), 'base64url').toString()
  const given = Buffer.from(id)
  const expected = Buffer.from(sealText(text, key))
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : null
}

/** Written as text at once: a buffer of the hash's own costs more than the hash. */
function macOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', secretKeyOf(key)).update(text).digest('base64url')
}
