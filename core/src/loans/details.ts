import { hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'

/** Who borrows. The agreement names only a hash of it, so that it can be shown to somebody without them. */
export interface Details {
  name: string
  phone: string
  address: string
  idNumber: string
}

/**
 * SHA-256, in hexadecimal, over the UTF-8 of a JSON list: the salt (hexadecimal), name, phone, address, identity number.
 * The salt keeps anybody from guessing a number by its hash.
 */
export function detailsHash(details: Details, salt: string, sha256: Sha256): string {
  const { name, phone, address, idNumber } = details
  return hexOf(sha256(utf8Bytes(JSON.stringify([salt, name, phone, address, idNumber]))))
}

/** UTF-8 without a platform's encoder. JSON has no lone surrogate, which alone would throw here. */
function utf8Bytes(json: string): Uint8Array {
  const bytes: number[] = []
  for (const [part] of encodeURIComponent(json).matchAll(/%[0-9A-F]{2}|[^%]/g)) {
    bytes.push(part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0))
  }
  return Uint8Array.from(bytes)
}
