import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call } from '../api/api.ts'
import { clearLeaving, isLeaving, markLeaving } from '../session/leaving.ts'
import { keep } from '@tickmark/client/storage.ts'
import { clearServerSession, SIGNED_IN_KEY } from '../session/session.ts'

let ending: Promise<void> | null = null

/**
 * Ends the session here at once, and then on the server. Throws `CallFailed` when the server does not answer; a mark
 * then makes the next load say it again.
 */
export function leave(): Promise<void> {
  markLeaving()
  keep(SIGNED_IN_KEY, null)
  clearServerSession()
  return endOnServer()
}

/** Ends on the server a session that was left on this device, if there is one. Throws like `leave`. */
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

/** Whether the server has answered that the session is over: it was before, or is now because the wallet has changed. */
function isOver(failure: unknown): boolean {
  return failure instanceof CallFailed && ['sign_in_first', 'wallet_changed'].includes(failure.code)
}
