import { keep, kept } from '@tickmark/client/storage.ts'
import { isSignedIn, SIGNED_IN_KEY, sessionNow } from './session.ts'

/** The address while this browser blocks its storage: lasts until the tab closes. */
let inThisTab: string | null = null

/**
 * Records whose wallet signed in on this browser; null when the user leaves. No answer of the house changes this
 * record.
 */
export function keepSignedInAs(address: string | null): void {
  keep(SIGNED_IN_KEY, address)
  inThisTab = kept(SIGNED_IN_KEY) === address ? null : address
}

/** The address of the wallet that signed in on this browser; null when none did, or its user has left. */
export function signedInAs(): string | null {
  return inThisTab ?? kept(SIGNED_IN_KEY)
}

/**
 * The user whose promises this page follows. The house's answer counts only for a session older than this browser's
 * own record.
 */
export function ownerNow(): string | null {
  return signedInAs() ?? (isSignedIn() ? sessionNow().address : null)
}
