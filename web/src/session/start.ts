import { call, CallFailed } from '../api.ts'
import { setServerSession } from './session.ts'
import { keep } from './storage.ts'

const RETRY_MS = 5_000

/** Asks the server whether a session runs; keeps asking while the network fails. */
export async function startSession(): Promise<void> {
  try {
    setServerSession((await call('session', {}, { quiet: true })).session)
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'network')
      setTimeout(() => void startSession(), RETRY_MS)
    else setServerSession(null)
  }
}

/** Keeps the invite code of the page's `code` until the visitor joins, over navigations and into a wallet's browser. */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code')
  if (code) keep('inviteCode', code.slice(0, 32))
}
