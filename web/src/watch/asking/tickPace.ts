/** Ticks come each second; a log whose newest one is this much behind stands still. */
const BEHIND_MS = 30_000
/** How fast the house's time and the device's may run apart, in ms a second. */
const DRIFT_MS = 1

/** How the log's newest tick goes with the device's monotonic clock, which no setting of a clock moves. */
export interface TickPace {
  /** Since when ticks are expected. */
  sinceMs: number
  /** The newest tick, and when it was seen. */
  newest: { atMs: number; seenMs: number } | null
  /** The least delay of a tick seen so far: its time minus the device's. */
  offsetMs: number
}

/** Begins to expect ticks, at a time of the monotonic clock. */
export function beginPace(monotonicMs: number): TickPace {
  return { sinceMs: monotonicMs, newest: null, offsetMs: 0 }
}

/** A tick of a checked head was seen. */
export function tickSeen(
  { newest, offsetMs, ...pace }: TickPace,
  atMs: number,
  monotonicMs: number,
): TickPace {
  const seen = { ...pace, newest: { atMs, seenMs: monotonicMs } }
  const own = atMs - monotonicMs
  if (!newest) return { ...seen, offsetMs: own }
  const allowed = (Math.max(0, monotonicMs - newest.seenMs) / 1000) * DRIFT_MS
  return { ...seen, offsetMs: Math.max(offsetMs - allowed, own) }
}

/** Whether the newest tick is too far behind the one that this device expects now, or none has come at all. */
export function isBehind({ sinceMs, newest, offsetMs }: TickPace, monotonicMs: number): boolean {
  const lagMs = newest ? monotonicMs + offsetMs - newest.atMs : monotonicMs - sinceMs
  return lagMs > BEHIND_MS
}
