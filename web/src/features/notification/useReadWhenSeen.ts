import { useEffect, useRef } from 'react'

/** A message that was in view for this long counts as read. */
const SEEN_MS = 1_500
/** Between two marks, so that a screen full of them stays below the server's limit for changes. */
const APART_MS = 700

/** Marks messages as read one after the other, each once, when they have been in view. `watch` is a row's ref; `isRead` ends it. */
export function useReadWhenSeen(read: (id: string) => Promise<void>) {
  const given = useRef(read)
  const queue = useRef<Set<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    given.current = read
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  async function next() {
    const [id] = queue.current
    if (id === undefined) return void (timer.current = undefined)
    queue.current.delete(id)
    await given.current(id)
    timer.current = setTimeout(() => void next(), APART_MS)
  }

  return (id: string) => {
    queue.current.add(id)
    timer.current ??= setTimeout(() => void next(), 0)
  }
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
