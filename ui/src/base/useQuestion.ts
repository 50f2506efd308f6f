import { useState } from 'react'

/** A question before something is done, for a `ConfirmDialog`: it closes by no, or once `act` has ended. `act` says itself what failed. */
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
