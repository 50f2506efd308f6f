const kept: number[] = []

/** The server's clock, ms since 1970, as well as answers and the socket's frames let the page know it. */
export function serverNow(): number {
  return Date.now() + (kept.length === 0 ? 0 : Math.max(...kept))
}

/** Learns from an answer or a frame: of the last ones, the one that travelled least is nearest the truth. */
export function learnServerClock(serverMs: number): void {
  kept.push(serverMs - Date.now())
  if (kept.length > 20) kept.shift()
}
