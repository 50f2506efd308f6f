import type { Clock } from './clock.ts'

/** A clock that a test moves. */
export interface MovableClock extends Clock {
  /** Moves time forward and runs, in order, what becomes due. */
  advance(ms: number): void
}

/** The machine's time plus an offset; `isStill` stops it between the test's own moves. */
export function movableClock({ isStill = false } = {}): MovableClock {
  const startMs = Date.now()
  let offsetMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  const nowMs = () => (isStill ? startMs : Date.now()) + offsetMs
  const runDue = () => {
    for (;;) {
      const due = [...timers].filter((one) => one.atMs <= nowMs()).toSorted((a, b) => a.atMs - b.atMs)[0]
      if (!due) return
      timers.delete(due)
      due.run()
    }
  }
  setInterval(runDue, 5).unref()
  return {
    nowMs,
    at(ms, run) {
      const timer = { atMs: ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      offsetMs += ms
      runDue()
    },
  }
}
