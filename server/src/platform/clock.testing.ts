import { houseClock, type HouseClock } from './clock.ts'

/** A clock that a test moves. */
export interface MovableClock extends HouseClock {
  /** Moves all clocks forward and runs, in order, what becomes due. */
  advance(ms: number): void
  /** Sets the machine's clock forward or back, and nothing else. */
  setWall(byMs: number): void
  /** Sets the database's clock, which otherwise agrees with the machine's clock at the start. */
  setDatabase(byMs: number): void
  /** The database's clock. */
  databaseMs(): number
  /** From now on the clock moves only by `advance`, so that two answers to the same question are equal. */
  stop(): void
  /**
   * From now on the clock stops while the newest tick is late, so that a busy machine makes the market slow but does not close
   * it.
   */
  waitFor(newestTickMs: () => number | null): void
}

/** A tick older than this is late: after 2 s another server may take over the log, after 3 s the market is closed. */
const LATE_MS = 2_500

/** The machine's time, or `startMs` at first, plus an offset; `isStill` stops it between the test's own moves. */
export function movableClock({ isStill = false, startMs = Date.now() } = {}): MovableClock {
  const begunMs = performance.now()
  let passedMs = 0
  let wallSetMs = 0
  let databaseSetMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  let toldMs = 0
  let stoppedMs: number | null = isStill ? 0 : null
  let newestTickMs: () => number | null = () => null
  const monotonicMs = () => {
    const goneMs = (stoppedMs ?? performance.now() - begunMs) + passedMs
    const mostMs = Math.max(toldMs, (newestTickMs() ?? Infinity) + LATE_MS - startMs)
    // The time during which it stopped is not added later.
    passedMs -= Math.max(0, goneMs - mostMs)
    toldMs = Math.min(goneMs, mostMs)
    return toldMs
  }
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
      toldMs = monotonicMs() + ms
      passedMs += ms
      runDue()
    },
    setWall: (byMs) => void (wallSetMs += byMs),
    setDatabase: (byMs) => void (databaseSetMs += byMs),
    waitFor: (newest) => void (newestTickMs = newest),
    databaseMs: () => startMs + monotonicMs() + databaseSetMs,
    stop: () => void (stoppedMs ??= performance.now() - begunMs),
  }
}
