import type { Clock } from '../platform/clock.ts'

/**
 * Computes an answer at most once in `lifeMs` and shares it with all callers in that time, including those who call while it is
 * computed. A failure goes to its waiting callers and is not cached.
 */
export function sharedFor<T>(
  clock: Pick<Clock, 'nowMs'>,
  lifeMs: number,
  compute: (nowMs: number) => Promise<T>,
): () => Promise<T> {
  let known: { fromMs: number; isRunning: boolean; answer: Promise<T> } | null = null
  return () => {
    const nowMs = clock.nowMs()
    if (known !== null && (known.isRunning || nowMs - known.fromMs < lifeMs)) return known.answer
    const mine = { fromMs: nowMs, isRunning: true, answer: compute(nowMs) }
    known = mine
    mine.answer.then(
      () => (mine.isRunning = false),
      () => known === mine && (known = null),
    )
    return mine.answer
  }
}
