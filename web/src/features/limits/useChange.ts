import { useState } from 'react'
import { call, queries, query, type Given } from '../../api/api.ts'

type Change = 'setLimit' | 'takeBreak' | 'exclude'

/** Changes the own limits. True when it was done; otherwise the toast has said why. */
export function useChange() {
  const [busy, setBusy] = useState(false)

  async function change<N extends Change>(name: N, input: Given<N>): Promise<boolean> {
    setBusy(true)
    try {
      queries.setQueryData(query('getLimits', {}).queryKey, await call(name, input))
      return true
    } catch {
      // The toast has said it.
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, change }
}
