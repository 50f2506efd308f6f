import { useEffect, useState } from 'react'

/** The time of something that plays, in ms from 0 to its length; it runs only while the window draws. */
export function usePlayer(lengthMs: number) {
  const [atMs, setAtMs] = useState(0)
  const [isWished, setWished] = useState(false)
  const isPlaying = isWished && atMs < lengthMs

  useEffect(() => {
    if (!isPlaying) return
    let last: number | null = null
    let frame = requestAnimationFrame(step)

    function step(now: number) {
      const passed = last === null ? 0 : now - last
      last = now
      setAtMs((at) => Math.min(lengthMs, at + passed))
      frame = requestAnimationFrame(step)
    }

    return () => cancelAnimationFrame(frame)
  }, [isPlaying, lengthMs])

  return {
    atMs,
    isPlaying,
    seek: setAtMs,
    /** Plays or pauses; from the beginning again after the end. */
    toggle() {
      if (atMs >= lengthMs) setAtMs(0)
      setWished(!isPlaying)
    },
  }
}
