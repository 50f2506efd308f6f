import { toast } from '@tickmark/ui/layer/toast.ts'
import { useRef, useState } from 'react'
import type { RouteName } from '@tickmark/wire/routes/all'
import { CallFailed, refresh } from './api.ts'

/**
 * A call that moves money, one at a time however often it is pressed. `run` replies false where nothing was done: a refusal is
 * shown. In the end, what the call made stale is fetched again.
 */
export function useMoneyCall(stale: readonly RouteName[]) {
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  async function run(act: () => Promise<boolean>): Promise<boolean> {
    if (inFlight.current) return false
    inFlight.current = true
    setBusy(true)
    try {
      return await act()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
      return false
    } finally {
      inFlight.current = false
      setBusy(false)
      refresh(...stale)
    }
  }

  return { busy, run }
}
