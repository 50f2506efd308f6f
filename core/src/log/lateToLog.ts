/** The log takes what the house signs with the next tick; after two missed ticks it is late. */
const LATE_MS = 2_000

/** How long the oldest unlogged statement has been late, in ms; null while none is. Times in ms since 1970. */
export function lateToLogMs(oldestMs: number | null, nowMs: number): number | null {
  return oldestMs === null || nowMs - oldestMs <= LATE_MS ? null : nowMs - oldestMs
}
