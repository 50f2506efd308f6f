import { keep, kept } from '@tickmark/client/storage.ts'
import { UNSIGNED_KEY } from './session.ts'

/** The address while this browser blocks its storage: lasts until the tab closes. */
let inThisTab: string | null = null

/**
 * Records that this browser signed in with `address` and without a key; null after a sign-in with a key. Only this
 * browser can know this.
 */
export function keepUnsigned(address: string | null): void {
  keep(UNSIGNED_KEY, address)
  inThisTab = kept(UNSIGNED_KEY) === address ? null : address
}

/** Whether this browser's last sign-in was with this address and without a key. */
export function isUnsigned(address: string): boolean {
  return (inThisTab ?? kept(UNSIGNED_KEY)) === address
}
