import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/api.ts'
import { onUserEvent } from '../../../live/userEvents.ts'

/** A sign of typing is good for so long. */
const SHOWN_MS = 6_000
/** And the own one is renewed this often at most. */
const TOLD_MS = 3_000

/** Whether support is typing in a conversation. Its next words end that. */
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

/** Says that the user is typing, now and then. It is a courtesy: that it was not heard is no failure. */
export function useTellTyping(threadId: string): { tell(): void; end(): void } {
  const told = useRef(0)
  return {
    tell() {
      if (Date.now() - told.current < TOLD_MS) return
      told.current = Date.now()
      void call('typeChat', { threadId }, { quiet: true }).catch(() => {})
    },
    /** It was said: what is typed next is news again. */
    end() {
      told.current = 0
    },
  }
}
