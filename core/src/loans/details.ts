import { hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'

/** The borrower's personal details. The agreement has only their hash, so that it can be shown without them. */
export interface Details {
  name: string
  phone: string
  address: string
  idNumber: string
}

/**
 * SHA-256, in hexadecimal, over the UTF-8 of a JSON list: the salt (hexadecimal), name, phone, address, identity number. The salt
 * prevents guessing an identity number from the hash.
 */
export function detailsHash(details: Details, salt: string, sha256: Sha256): string {
  const { name, phone, address, idNumber } = details
  return hexOf(sha256(utf8Bytes(JSON.stringify([salt, name, phone, address, idNumber]))))
}

/** UTF-8 without a platform's encoder. Only a lone surrogate would throw here, and JSON escapes those. */
function utf8Bytes(json: string): Uint8Array {
  const bytes: number[] = []
  for (const [part] of encodeURIComponent(json).matchAll(/%[0-9A-F]{2}|[^%]/g)) {
    bytes.push(part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0))
  }
  return Uint8Array.from(bytes)
}
