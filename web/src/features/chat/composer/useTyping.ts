import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/api.ts'
import { onUserEvent } from '../../../live/userEvents.ts'

/** How long a typing signal is shown. */
const SHOWN_MS = 6_000
/** Minimum interval between the user's own typing signals. */
const TOLD_MS = 3_000

/** Whether support is typing in a conversation. Its next message ends that. */
export function useTyping(threadId: string): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (on: boolean) => {
      clearTimeout(timer)
      setTyping(on)
      if (on) timer = setTimeout(() => setTyping(false), SHOWN_MS)
    }
    const stop = onUserEvent((event) => {
      if (event.event !== 'chat_changed' || event.threadId !== threadId) return
      if (event.what === 'typing') show(true)
      if (event.what === 'message') show(false)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [threadId])
  return typing
}

/** Sends typing signals now and then. Failures are ignored: the signal is optional. */
export function useTellTyping(threadId: string): { tell(): void; end(): void } {
  const told = useRef(0)
  return {
    tell() {
      if (Date.now() - told.current < TOLD_MS) return
      told.current = Date.now()
      void call('typeChat', { threadId }, { quiet: true }).catch(() => {})
    },
    /** The message was sent: the next key sends a new signal at once. */
    end() {
      told.current = 0
    },
  }
}
