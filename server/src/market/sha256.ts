import { hash } from 'node:crypto'

/** SHA-256 as the rules of core want it. */
export function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}
