import { useEffect, useState } from 'react'

/** Position of a playing animation, in ms from 0 to its length; advances only while the window draws. */
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
    /** Plays or pauses; restarts after the end. */
    toggle() {
      if (atMs >= lengthMs) setAtMs(0)
      setWished(!isPlaying)
    },
  }
}
