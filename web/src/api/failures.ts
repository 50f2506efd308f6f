import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { isLeaving } from '../session/leaving.ts'
import { clearServerSession } from '../session/session.ts'
import { askConfigAgain } from './publicConfig.ts'

interface FailureListener {
  /** Shows the message of a failure. */
  show(message: string): void
  /** Called when a change needs a signed-in user. */
  askToJoin(): void
}

let listener: FailureListener | null = null

/** Sets the listener that shows failures; the app calls this once. */
export function showFailuresBy(next: FailureListener): void {
  listener = next
}

/** Reacts to a failed call: clears a lost session, and shows the message. */
export function onFailure(
  failure: CallFailed,
  { changes, isShown }: { changes: boolean; isShown: boolean },
): void {
  if (failure.code === 'sign_in_first' || failure.code === 'wallet_changed') {
    clearServerSession()
    // A user who is signing out does not want to join.
    if (changes && !isLeaving()) listener?.askToJoin()
  }
  if (failure.code === 'bad_envelope') askConfigAgain()
  if (isShown && failure.message) listener?.show(failure.message)
}
