const HOUR_MS = 3_600_000

/** A session's life without use, and in total. */
export const IDLE_LIFE_MS = 24 * HOUR_MS
export const WHOLE_LIFE_MS = 7 * 24 * HOUR_MS
