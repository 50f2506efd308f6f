/** A clock's lead over another clock, within `errorMs`. */
export interface Lead {
  aheadMs: number
  errorMs: number
}

/** The lead of a clock that was read once between two readings of the other one. */
export function leadBetween(sinceMs: number, readMs: number, untilMs: number): Lead {
  return { aheadMs: readMs - (sinceMs + untilMs) / 2, errorMs: (untilMs - sinceMs) / 2 }
}
