interface Clocks {
  /** The device's clock as it is set, ms since 1970. */
  wallMs(): number
  /** Its monotonic clock. */
  monotonicMs(): number
}

/**
 * The device's time as it was set when this was made, and on from there by its monotonic clock: how long something lasts, no later
 * step of the clock says, whichever way it goes. In whole ms: it is kept with heads, and a browser's monotonic clock has fractions.
 */
export function steadyClock({ wallMs, monotonicMs }: Clocks): () => number {
  const offMs = wallMs() - monotonicMs()
  return () => Math.round(offMs + monotonicMs())
}

/** That of this page. */
export const steadyMs = steadyClock({ wallMs: Date.now, monotonicMs: () => performance.now() })

/**
 * Until when things are due: the later of both, as a clock that was set back would put off what a day or an order still owes. Looking
 * for something too early is harmless: the log's own time says whether it has to be there.
 */
export function dueUntilMs(steady = steadyMs, wallMs: () => number = Date.now): number {
  return Math.max(steady(), wallMs())
}
