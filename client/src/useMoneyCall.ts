import { useRef, useState } from 'react'
import { CallFailed } from './callFailed.ts'
import { sendOnce, settlePending, type PendingCallStore } from './pendingCall.ts'

/** The result of a call that moves money; `nothing` when none was sent. */
export type Outcome<Answer> =
  | { kind: 'done'; answer: Answer; isEarlier: boolean }
  | { kind: 'failed'; failure: CallFailed }
  | { kind: 'nothing' }

const NOTHING = { kind: 'nothing' } as const

/**
 * Makes a call that moves money only once, however often the button is pressed. First settles an earlier call whose
 * answer was lost.
 */
export function useMoneyCall<Body, Answer>(storeNow: () => PendingCallStore<Body, Answer>) {
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  /**
   * Makes the call, unless an earlier one turns out to be done: then returns that answer. A null body sends nothing.
   */
  function send(bodyNow: () => Body | null | Promise<Body | null>): Promise<Outcome<Answer>> {
    return alone(async () => {
      const store = storeNow()
      const earlier = await settlePending(store)
      if (earlier !== null) return { kind: 'done', answer: earlier, isEarlier: true }
      const body = await bodyNow()
      if (body === null) return NOTHING
      return { kind: 'done', answer: await sendOnce(body, store), isEarlier: false }
    })
  }

  /** Settles an earlier call whose answer was lost, and makes no new one. */
  function settle(): Promise<Outcome<Answer>> {
    return send(() => null)
  }

  async function alone(run: () => Promise<Outcome<Answer>>): Promise<Outcome<Answer>> {
    if (inFlight.current) return NOTHING
    inFlight.current = true
    setBusy(true)
    try {
      return await run()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      return { kind: 'failed', failure }
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  return { busy, send, settle }
}
