interface Clocks {
  /** The device's wall clock, ms since 1970. */
  wallMs(): number
  /** Its monotonic clock. */
  monotonicMs(): number
}

/**
 * The wall time when the clock was made, advanced by the monotonic clock: later changes of the wall clock do not
 * affect durations. In whole ms: heads are stored with it, and a browser's monotonic clock has fractions.
 */
export function steadyClock({ wallMs, monotonicMs }: Clocks): () => number {
  const offMs = wallMs() - monotonicMs()
  return () => Math.round(offMs + monotonicMs())
}

/** The steady clock of this page. */
export const steadyMs = steadyClock({ wallMs: Date.now, monotonicMs: () => performance.now() })

/**
 * The time up to which things are due: the later of both clocks, because a clock set back would delay what the house
 * owes. Looking too early is harmless: the log's own time decides.
 */
export function dueUntilMs(): number {
  return Math.max(steadyMs(), Date.now())
}
