import { useEffect, useState } from 'react'
import { secondsLeft } from './clockText.ts'

/**
 * Whole seconds until `untilMs` (server time), changing on that clock's own second. `now` gives server time in ms and
 * should be the same function from render to render.
 */
export function useSecondsLeft(untilMs: number, now: () => number): number {
  const [left, setLeft] = useState(() => secondsLeft(untilMs, now()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const ms = untilMs - now()
      setLeft(secondsLeft(untilMs, now()))
      if (ms > 0) timer = setTimeout(tick, (ms % 1_000 || 1_000) + 2)
    }
    tick()
    return () => clearTimeout(timer)
  }, [untilMs, now])

  return left
}
