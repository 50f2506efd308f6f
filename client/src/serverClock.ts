const kept: number[] = []

/** The server's clock, ms since 1970, estimated from answers and socket frames. */
export function serverNow(): number {
  return Date.now() + (kept.length === 0 ? 0 : Math.max(...kept))
}

/**
 * Takes a time from an answer or a frame. Of the last ones, the one with the shortest travel time is the most accurate.
 */
export function learnServerClock(serverMs: number): void {
  kept.push(serverMs - Date.now())
  if (kept.length > 20) kept.shift()
}
