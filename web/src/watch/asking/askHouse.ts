import { CallFailed } from '@tickmark/client/callFailed.ts'
import type { RouteName } from '@tickmark/wire/routes/all'
import { call, type Given, type Reply } from '../../api/api.ts'

/*
 * All that the watch asks of the house. Each question has its deadline here: an answer that never comes must not stop the
 * questions after it. A test holds that nothing else in `watch` calls or fetches.
 */

const PATIENCE_MS = 10_000

/** The answer to a question; null when it failed, or its deadline passed, whatever it still waits for. */
export function inTime<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  deadline = AbortSignal.timeout(PATIENCE_MS),
): Promise<T | null> {
  const late = new Promise<null>((done) => deadline.addEventListener('abort', () => done(null)))
  return Promise.race([ask(deadline).catch(() => null), late])
}

/** The answer of a call; null without a usable one. */
export function ask<N extends RouteName>(name: N, input: Given<N>): Promise<Reply<N> | null> {
  return inTime((signal) => call(name, input, { quiet: true, signal }))
}

/** The same, with the failure where the house has answered with one. */
export function askOrFailure<N extends RouteName>(
  name: N,
  input: Given<N>,
): Promise<Reply<N> | CallFailed | null> {
  return inTime((signal) =>
    call(name, input, { quiet: true, signal }).catch((failure: unknown) => {
      if (failure instanceof CallFailed && !signal.aborted) return failure
      throw failure
    }),
  )
}

/** A file of the house; null without an answer. */
export function askText(path: string): Promise<{ status: number; text: string } | null> {
  return inTime(async (signal) => {
    const answer = await fetch(path, { credentials: 'omit', signal })
    return { status: answer.status, text: await answer.text() }
  })
}
