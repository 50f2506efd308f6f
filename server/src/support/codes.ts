import { createHmac } from 'node:crypto'

const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number by which support knows a user, like "7KQ4W0ZX"; it does not reveal the user's address. */
export function memberCode(userId: number, key: Uint8Array): string {
  return codeOf(`support member ${userId}`, 8, SIGNS, key)
}

/** The name by which users know an operator, like "KQWZ". */
export function operatorCode(address: string, key: Uint8Array): string {
  return codeOf(`support operator ${address}`, 4, LETTERS, key)
}

function codeOf(what: string, length: number, signs: string, key: Uint8Array): string {
  const digest = createHmac('sha256', key).update(what).digest()
  return Array.from(digest.subarray(0, length), (byte) => signs[byte % signs.length]).join('')
}
