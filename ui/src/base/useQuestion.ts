import { useState } from 'react'

/**
 * State of a `ConfirmDialog` before an action. It closes on No, or when `act` has ended. `act` reports its own
 * failures.
 */
export function useQuestion(act: () => Promise<void>) {
  const [state, setState] = useState<'closed' | 'asked' | 'busy'>('closed')

  async function carryOut() {
    setState('busy')
    await act()
    setState('closed')
  }

  return {
    ask: () => setState('asked'),
    dialog: {
      open: state !== 'closed',
      busy: state === 'busy',
      onYes: () => void carryOut(),
      onNo: () => setState('closed'),
    },
  }
}
