import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { clearServerSession } from '../session/session.ts'
import { askConfigAgain } from './publicConfig.ts'

interface FailureListener {
  /** Shows a failure's message. */
  show(message: string): void
  /** A control that was pressed needs a signed-in user. */
  askToJoin(): void
}

let listener: FailureListener | null = null

/** Who shows what failed; the app says it once. */
export function showFailuresBy(next: FailureListener): void {
  listener = next
}

/** What a failure does to the page: a lost session ends here too, and its message is shown. */
export function onFailure(
  failure: CallFailed,
  { changes, isShown }: { changes: boolean; isShown: boolean },
): void {
  if (failure.code === 'sign_in_first' || failure.code === 'wallet_changed') {
    clearServerSession()
    if (changes) listener?.askToJoin()
  }
  if (failure.code === 'bad_envelope') askConfigAgain()
  if (isShown && failure.message) listener?.show(failure.message)
}
