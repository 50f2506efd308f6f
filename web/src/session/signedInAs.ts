import { keep, kept } from '@tickmark/client/storage.ts'
import { isSignedIn, SIGNED_IN_KEY, sessionNow } from './session.ts'

/** The same where this browser blocks its storage: until the tab closes. */
let inThisTab: string | null = null

/** Remembers whose wallet signed in on this browser: its own knowledge, which no answer of the house changes. Null when he leaves. */
export function keepSignedInAs(address: string | null): void {
  keep(SIGNED_IN_KEY, address)
  inThisTab = kept(SIGNED_IN_KEY) === address ? null : address
}

/** Whose wallet signed in on this browser; null when nobody did, or he has left. */
export function signedInAs(): string | null {
  return inThisTab ?? kept(SIGNED_IN_KEY)
}

/** Whose promises this page follows. The house's word counts only in a session that is older than this browser's own note. */
export function ownerNow(): string | null {
  return signedInAs() ?? (isSignedIn() ? sessionNow().address : null)
}
