import { useState } from 'react'

/**
 * Runs something that the user asked for, and says meanwhile that it is busy. `run` returns whether it was done;
 * otherwise the failed call has shown its reason in a toast.
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
