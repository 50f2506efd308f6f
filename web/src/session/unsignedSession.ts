import { keep, kept } from '@tickmark/client/storage.ts'
import { UNSIGNED_KEY } from './session.ts'

/** The same where this browser blocks its storage: until the tab closes. */
let inThisTab: string | null = null

/**
 * Remembers that this browser signed in with `address` and without a key: what only this browser can know of its session. Null
 * after a sign-in with a key.
 */
export function keepUnsigned(address: string | null): void {
  keep(UNSIGNED_KEY, address)
  inThisTab = kept(UNSIGNED_KEY) === address ? null : address
}

/** Whether this browser's last sign-in was with this address and without a key. */
export function isUnsigned(address: string): boolean {
  return (inThisTab ?? kept(UNSIGNED_KEY)) === address
}
