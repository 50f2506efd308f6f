import type { Clock } from '../platform/clock.ts'

/**
 * An answer that is computed at most once in `lifeMs` and given to everybody who asks meanwhile, also to those who ask while
 * it is computed. A failure is given to those who wait for it, and not kept.
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
