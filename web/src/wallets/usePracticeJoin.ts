import { useState } from 'react'
import { sayHowJoined } from './sayHowJoined.ts'
import { joinPractice } from './connect.ts'

/** One tap from looking to trading: makes the practice wallet and signs in with it. */
export function usePracticeJoin(): { busy: boolean; join: () => void } {
  const [busy, setBusy] = useState(false)

  async function join() {
    setBusy(true)
    const joined = await joinPractice()
    setBusy(false)
    sayHowJoined(joined)
  }

  return { busy, join: () => void join() }
}
