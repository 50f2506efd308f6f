import type { Clock } from '@tickmark/server/platform/clock'

/** The real clock plus an offset that a test moves forward, so that an hour-long order takes a moment. */
export interface OffsetClock extends Clock {
  /** Moves the clock forward and runs the timers that fell due, in order. */
  advance(ms: number): void
}

interface Timer {
  atMs: number
  run: () => void
}

export function offsetClock(): OffsetClock {
  let offsetMs = 0
  const timers = new Set<Timer>()
  let wake: NodeJS.Timeout | undefined
  const nowMs = () => Date.now() + offsetMs

  function runDue() {
    for (;;) {
      const next = earliest(timers)
      if (!next || next.atMs > nowMs()) break
      timers.delete(next)
      next.run()
    }
    arm()
  }

  function arm() {
    clearTimeout(wake)
    const next = earliest(timers)
    if (next) wake = setTimeout(runDue, Math.max(0, Math.min(next.atMs - nowMs(), 60_000)))
  }

  return {
    nowMs,
    at(ms, run) {
      const timer = { atMs: ms, run }
      timers.add(timer)
      arm()
      return () => {
        timers.delete(timer)
        arm()
      }
    },
    advance(ms) {
      offsetMs += ms
      runDue()
    },
  }
}

function earliest(timers: Set<Timer>): Timer | undefined {
  let first: Timer | undefined
  for (const timer of timers) if (!first || timer.atMs < first.atMs) first = timer
  return first
}
