import { CallFailed } from '@tickmark/client/callFailed.ts'
import type { RouteName } from '@tickmark/wire/routes/all'
import { call, type Given, type Reply } from '../../api/api.ts'

/* All requests of the watch to the house. Each has its deadline here: a missing answer must not stop the next
   requests. A test checks that no other file in `watch` calls or fetches. */

const PATIENCE_MS = 10_000

/** The answer to a request; null when it failed or its deadline passed. */
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

/** The same, with the failure if the house answered with one. */
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

/** A file from the house; null without an answer. */
export function askText(path: string): Promise<{ status: number; text: string } | null> {
  return inTime(async (signal) => {
    const answer = await fetch(path, { credentials: 'omit', signal })
    return { status: answer.status, text: await answer.text() }
  })
}
