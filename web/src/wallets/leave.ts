import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call } from '../api/api.ts'
import { clearLeaving, isLeaving, markLeaving } from '../session/leaving.ts'
import { keep } from '@tickmark/client/storage.ts'
import { clearServerSession, SIGNED_IN_KEY } from '../session/session.ts'

let ending: Promise<void> | null = null

/**
 * Ends the session here at once, then on the server. Throws `CallFailed` when the server does not answer; a mark
 * makes the next load tell the server again.
 */
export function leave(): Promise<void> {
  markLeaving()
  keep(SIGNED_IN_KEY, null)
  clearServerSession()
  return endOnServer()
}

/** Ends on the server a session that the user left on this device, if any. Throws like `leave`. */
export async function endLeft(): Promise<void> {
  if (isLeaving()) await endOnServer()
}

function endOnServer(): Promise<void> {
  return (ending ??= tellServer().finally(() => (ending = null)))
}

async function tellServer(): Promise<void> {
  try {
    await call('signOut', {}, { quiet: true })
  } catch (failure) {
    if (!isOver(failure)) throw failure
  }
  clearLeaving()
}

/** Whether the server says that the session is over: it already was, or another wallet is signed in now. */
function isOver(failure: unknown): boolean {
  return failure instanceof CallFailed && ['sign_in_first', 'wallet_changed'].includes(failure.code)
}
