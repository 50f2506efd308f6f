import { createHmac } from 'node:crypto'
import { secretKeyOf } from './keys.ts'

/** HMAC-SHA-256 under the server's pepper. Without the pepper the stored hash can be neither reversed nor guessed. */
export function keyedHash(pepper: Uint8Array, token: string): Buffer {
  return Buffer.from(createHmac('sha256', secretKeyOf(pepper)).update(token).digest('binary'), 'latin1')
}
