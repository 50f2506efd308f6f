import { useEffect, useRef } from 'react'
import { isSignedIn } from '../../session/session.ts'

/** A message that was in view for this long counts as read. */
const SEEN_MS = 1_500
/** What is seen within this time is marked in one call. */
const TOGETHER_MS = 700
/** As many as one call takes. */
const MOST = 50

interface Queue {
  ids: Set<string>
  timer: ReturnType<typeof setTimeout> | undefined
  read: (ids: readonly string[]) => Promise<void>
}

/** Gives what marks a message as read that has been in view. A list that is left marks at once what it still owes. */
export function useReadWhenSeen(read: Queue['read']): (id: string) => void {
  const queue = useRef<Queue>({ ids: new Set(), timer: undefined, read })
  useEffect(() => {
    queue.current.read = read
  })
  useEffect(() => {
    const own = queue.current
    return () => {
      // Nobody is asked to join for what he saw before he left.
      if (!isSignedIn()) own.ids.clear()
      send(own)
    }
  }, [])
  return (id) => {
    queue.current.ids.add(id)
    queue.current.timer ??= setTimeout(() => send(queue.current), TOGETHER_MS)
  }
}

function send(queue: Queue): void {
  clearTimeout(queue.timer)
  queue.timer = undefined
  const ids = [...queue.ids]
  queue.ids.clear()
  for (let at = 0; at < ids.length; at += MOST) void queue.read(ids.slice(at, at + MOST))
}

/** Calls `onSeen` once when the element has been in view, its page too, for a while. Gives the element's ref. */
export function useSeen(isWaiting: boolean, onSeen: () => void) {
  const node = useRef<HTMLDivElement>(null)
  const given = useRef(onSeen)
  useEffect(() => {
    given.current = onSeen
  })
  useEffect(() => {
    if (!isWaiting || !node.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInView = false
    function look() {
      clearTimeout(timer)
      if (isInView && document.visibilityState === 'visible')
        timer = setTimeout(() => given.current(), SEEN_MS)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)?.isIntersecting ?? false
        look()
      },
      { threshold: 0.9 },
    )
    observer.observe(node.current)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [isWaiting])
  return node
}
