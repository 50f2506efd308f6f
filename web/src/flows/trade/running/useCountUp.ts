import { easeOut } from '@tickmark/ui/base/easeOut.ts'
import { useEffect, useState } from 'react'

/** Duration of the count, in ms. */
const COUNT_MS = 320
const CALM = '(prefers-reduced-motion: reduce)'
const WHOLE = 1_000

/** Counts from 0 up to `units`, for display; with reduced motion, jumps there. */
export function useCountUp(units: bigint): bigint {
  const [share, setShare] = useState(() => (matchMedia(CALM).matches ? WHOLE : 0))
  useEffect(() => {
    if (matchMedia(CALM).matches) return
    const began = performance.now()
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const over = (now - began) / COUNT_MS
      // Slower towards the end, so that the last digits are readable.
      setShare(Math.round(easeOut(over) * WHOLE))
      if (over < 1) frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [])
  return (units * BigInt(share)) / BigInt(WHOLE)
}
