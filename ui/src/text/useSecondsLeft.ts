import { useEffect, useState } from 'react'
import { secondsLeft } from './clockText.ts'

/**
 * Whole seconds until `untilMs` (server time), updated at the full seconds of that clock. `now` returns server time
 * in ms; pass the same function on every render. Returns `most` while more are left.
 */
export function useSecondsLeft(untilMs: number, now: () => number, most = Infinity): number {
  const [left, setLeft] = useState(() => secondsLeft(untilMs, now(), most))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const ms = untilMs - now()
      setLeft(secondsLeft(untilMs, now(), most))
      if (ms > 0) timer = setTimeout(tick, (ms % 1_000 || 1_000) + 2)
    }
    tick()
    return () => clearTimeout(timer)
  }, [untilMs, now, most])

  return left
}
