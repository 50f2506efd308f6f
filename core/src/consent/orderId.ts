import { asciiBytes, hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'

/**
 * The id of the order that a signed text places, a UUID of version 8 (RFC 9562 section 5.8): the 48 low bits of `atMs`, so that
 * ids are roughly in time order, then 12 and 62 bits of SHA-256 over "tickmark-order-id/1", a line feed and the text. One text
 * has one id, so one signature cannot place two orders.
 */
export function consentedOrderId(text: string, atMs: number, sha256: Sha256): string {
  return orderIdFrom(hexOf(sha256(asciiBytes(orderIdText(text))).subarray(0, 10)), atMs)
}

/** The text whose hash gives the id of the order that a signed text places. */
export function orderIdText(text: string): string {
  return `tickmark-order-id/1\n${text}`
}

/** `consentedOrderId` from the hash of `orderIdText` in hex: a platform may hash a text faster than its bytes. */
export function orderIdFrom(digits: string, atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0').slice(-12)
  const variant = (8 + (Number.parseInt(digits.slice(3, 4), 16) % 4)).toString(16)
  return [
    time.slice(0, 8),
    time.slice(8),
    `8${digits.slice(0, 3)}`,
    `${variant}${digits.slice(4, 7)}`,
    digits.slice(7, 19),
  ].join('-')
}
