import { createHmac } from 'node:crypto'

const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number that support knows a user by, like "7KQ4W0ZX": it says nothing of his address to whoever sees it. */
export function memberCode(userId: number, key: Uint8Array): string {
  return codeOf(`support member ${userId}`, 8, SIGNS, key)
}

/** The name that users know an operator by, like "KQWZ". */
export function operatorCode(address: string, key: Uint8Array): string {
  return codeOf(`support operator ${address}`, 4, LETTERS, key)
}

function codeOf(what: string, length: number, signs: string, key: Uint8Array): string {
  const digest = createHmac('sha256', key).update(what).digest()
  return Array.from(digest.subarray(0, length), (byte) => signs[byte % signs.length]).join('')
}
