import type { Clock } from '@tickmark/server/platform/clock'

/** The real clock plus an offset that a test moves forward, so that an hour-long order takes a moment. */
export interface OffsetClock extends Clock {
  /** Moves the clock forward and runs the timers that fell due, in order. */
  advance(ms: number): void
  /**
   * From now on the clock stands still while the newest tick is late: a busy machine makes the market slow, and does not
   * close it.
   */
  waitFor(newestTickMs: () => number | null): void
}

/** A tick older than this is late: after 3 s without one the market is closed. */
const LATE_MS = 1_900

interface Timer {
  atMs: number
  run: () => void
}

export function offsetClock(): OffsetClock {
  let offsetMs = 0
  let toldMs = 0
  let newestTickMs: () => number | null = () => null
  const timers = new Set<Timer>()
  let wake: NodeJS.Timeout | undefined

  function nowMs(): number {
    const mostMs = Math.max(toldMs, (newestTickMs() ?? Infinity) + LATE_MS)
    // The time that it stands still is not caught up later.
    offsetMs -= Math.max(0, Date.now() + offsetMs - mostMs)
    toldMs = Date.now() + offsetMs
    return toldMs
  }

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
      toldMs = nowMs() + ms
      offsetMs += ms
      runDue()
    },
    waitFor(newest) {
      newestTickMs = newest
    },
  }
}

function earliest(timers: Set<Timer>): Timer | undefined {
  let first: Timer | undefined
  for (const timer of timers) if (!first || timer.atMs < first.atMs) first = timer
  return first
}
