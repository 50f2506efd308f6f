/** Ticks come each second; a log whose newest tick is this far behind is frozen. */
const BEHIND_MS = 30_000
/** Tolerated drift between the house's time and the device's, in ms a second. */
const DRIFT_MS = 1

/** The log's newest tick against the device's monotonic clock, which no clock setting moves. */
export interface TickPace {
  /** Since when ticks are expected. */
  sinceMs: number
  /** The newest tick, and when it was seen. */
  newest: { atMs: number; seenMs: number } | null
  /** Tick time minus device time, of the tick with the least delay so far. */
  offsetMs: number
}

/** Starts to expect ticks, at a time of the monotonic clock. */
export function beginPace(monotonicMs: number): TickPace {
  return { sinceMs: monotonicMs, newest: null, offsetMs: 0 }
}

/** Records a tick of a checked head. */
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

/** Whether the newest tick is too far behind the expected one, or none has come at all. */
export function isBehind({ sinceMs, newest, offsetMs }: TickPace, monotonicMs: number): boolean {
  const lagMs = newest ? monotonicMs + offsetMs - newest.atMs : monotonicMs - sinceMs
  return lagMs > BEHIND_MS
}
