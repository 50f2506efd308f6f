import { useState } from 'react'

/**
 * Runs a user's action and reports `busy` meanwhile. `run` returns whether it succeeded; if not, the failed call has
 * shown its reason in a toast.
 */
export function useAction() {
  const [busy, setBusy] = useState(false)

  async function run(act: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await act()
      return true
    } catch {
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, run }
}
