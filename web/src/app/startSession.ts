import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call } from '../api/api.ts'
import { sessionNow, setServerSession, type ServerSession } from '../session/session.ts'
import { keep } from '../state/storage.ts'

const RETRY_MS = 5_000

/** Asks the server whether a session runs; keeps asking while the network fails. */
export async function startSession(): Promise<void> {
  try {
    learn((await call('session', {}, { quiet: true })).session)
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'network')
      setTimeout(() => void startSession(), RETRY_MS)
    else learn(null)
  }
}

/** Takes the answer, unless the user signed in or the wallet ended the session while it was on its way. */
function learn(session: ServerSession | null): void {
  if (sessionNow().server === undefined) setServerSession(session)
}

/** Keeps the invite code of the page's `code` until the visitor joins, over navigations and into a wallet's browser. */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code')
  if (code) keep('inviteCode', code.slice(0, 32))
}
