import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call } from '../api/api.ts'
import { sessionNow, setServerSession, type ServerSession } from '../session/session.ts'
import { keep } from '../state/storage.ts'

const RETRY_MS = 5_000

/** Asks the server for the current session; retries on network failures. */
export async function startSession(): Promise<void> {
  try {
    learn((await call('session', {}, { quiet: true })).session)
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'network')
      setTimeout(() => void startSession(), RETRY_MS)
    else learn(null)
  }
}

/** Stores the answer, unless the user has signed in or the wallet has ended the session meanwhile. */
function learn(session: ServerSession | null): void {
  if (sessionNow().server === undefined) setServerSession(session)
}

/**
 * Keeps the invite code from the page's `code` until the visitor joins, across navigation and into a wallet's browser.
 */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code')
  if (code) keep('inviteCode', code.slice(0, 32))
}
