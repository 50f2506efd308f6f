import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useState } from 'react'
import { call, type Given, type Reply } from './api.ts'
import type { ConsoleCall } from './api.ts'
import { freshFactor } from './freshFactor.ts'

/**
 * Makes a call on a press. Reports `busy` meanwhile, and keeps the reason of a refusal for display beside the button.
 * `run` returns the reply, or null after a refusal. The client adds an idempotency key to calls that move money.
 */
export function useConsoleCall<N extends ConsoleCall>(name: N) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(input: Given<N>): Promise<Reply<N> | null> {
    setBusy(true)
    setProblem(null)
    try {
      return await callFresh(name, input)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setProblem(failure.message)
      return null
    } finally {
      setBusy(false)
    }
  }

  return { run, busy, problem, forget: () => setProblem(null) }
}

/**
 * Makes a call. When the server demands a fresh second factor, asks for it and repeats the same call with the same
 * key.
 */
async function callFresh<N extends ConsoleCall>(name: N, input: Given<N>): Promise<Reply<N>> {
  try {
    return await call(name, input, { quiet: true })
  } catch (failure) {
    const isStale = failure instanceof CallFailed && failure.code === 'factor_stale'
    if (!isStale || !(await freshFactor())) throw failure
    return call(name, input, { quiet: true })
  }
}
