import { houseClock, type HouseClock } from './clock.ts'

/** A clock that a test moves. */
export interface MovableClock extends HouseClock {
  /** Moves all clocks forward and runs, in order, what becomes due. */
  advance(ms: number): void
  /** Sets the machine's clock forward or back, and nothing else. */
  setWall(byMs: number): void
  /** Sets the database's clock, which otherwise is as right as the machine's was at the start. */
  setDatabase(byMs: number): void
  /** The database's clock. */
  databaseMs(): number
}

/** The machine's time plus an offset; `isStill` stops it between the test's own moves. */
export function movableClock({ isStill = false } = {}): MovableClock {
  const startMs = Date.now()
  const begunMs = performance.now()
  let passedMs = 0
  let wallSetMs = 0
  let databaseSetMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  const monotonicMs = () => (isStill ? 0 : performance.now() - begunMs) + passedMs
  const runDue = () => {
    for (;;) {
      const due = [...timers]
        .filter((one) => one.atMs <= monotonicMs())
        .toSorted((a, b) => a.atMs - b.atMs)[0]
      if (!due) return
      timers.delete(due)
      due.run()
    }
  }
  setInterval(runDue, 5).unref()
  const clock = houseClock({
    wallMs: () => Math.floor(startMs + monotonicMs()) + wallSetMs,
    monotonicMs,
    after(ms, run) {
      const timer = { atMs: monotonicMs() + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  return {
    ...clock,
    advance(ms) {
      passedMs += ms
      runDue()
    },
    setWall: (byMs) => void (wallSetMs += byMs),
    setDatabase: (byMs) => void (databaseSetMs += byMs),
    databaseMs: () => startMs + monotonicMs() + databaseSetMs,
  }
}
