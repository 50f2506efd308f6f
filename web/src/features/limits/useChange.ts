import { useState } from 'react'
import { call, queries, query, type Given } from '../../api/api.ts'

type Change = 'setLimit' | 'takeBreak' | 'exclude'

/** Changes the user's limits. Returns true when done; otherwise a toast has shown the reason. */
export function useChange() {
  const [busy, setBusy] = useState(false)

  async function change<N extends Change>(name: N, input: Given<N>): Promise<boolean> {
    setBusy(true)
    try {
      queries.setQueryData(query('getLimits', {}).queryKey, await call(name, input))
      return true
    } catch {
      // The toast has shown the reason.
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, change }
}
