import { useEffect, useRef } from 'react'
import { isSignedIn } from '../../session/session.ts'

/** A message in view for this long counts as read. */
const SEEN_MS = 1_500
/** Messages seen within this time are marked in one call. */
const TOGETHER_MS = 700
/** Maximum number of messages in one call. */
const MOST = 50

interface Queue {
  ids: Set<string>
  timer: ReturnType<typeof setTimeout> | undefined
  read: (ids: readonly string[]) => Promise<void>
}

/** Returns a function that queues a seen message for marking as read. On leaving the list, sends the queue at once. */
export function useReadWhenSeen(read: Queue['read']): (id: string) => void {
  const queue = useRef<Queue>({ ids: new Set(), timer: undefined, read })
  useEffect(() => {
    queue.current.read = read
  })
  useEffect(() => {
    const own = queue.current
    return () => {
      // After signing out, nothing is marked: the call would ask to join.
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

/** Calls `onSeen` once when the element has been in view on a visible page for a while. Returns the element's ref. */
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
