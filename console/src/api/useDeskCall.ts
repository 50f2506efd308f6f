import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useState } from 'react'
import { call, type Given, type Reply } from './api.ts'
import type { DeskCall } from './api.ts'
import { freshFactor } from './freshFactor.ts'

/**
 * Makes a call for the operator's press: says meanwhile that it is busy, and keeps the reason of a refusal for beside
 * the button. `run` returns the reply, or null when it was refused. A call of money gets its idempotency key from the
 * client.
 */
export function useDeskCall<N extends DeskCall>(name: N) {
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

/** Makes a call. One that wants the second factor anew asks for it, and is then made again as it was, with the same key. */
async function callFresh<N extends DeskCall>(name: N, input: Given<N>): Promise<Reply<N>> {
  try {
    return await call(name, input, { quiet: true })
  } catch (failure) {
    const isStale = failure instanceof CallFailed && failure.code === 'factor_stale'
    if (!isStale || !(await freshFactor())) throw failure
    return call(name, input, { quiet: true })
  }
}
