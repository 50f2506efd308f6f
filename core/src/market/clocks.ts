/** Clocks that differ by more than this pause new trading. */
export const CLOCKS_APART_MS = 250

/** A clock that was set must run evenly for this long before trading resumes. */
export const CLOCKS_SETTLE_MS = 5_000

/** One comparison of the clocks. */
export interface ClockReading {
  monotonicMs: number
  /** The machine's clock minus the house's time. */
  machineAheadMs: number
  /** The database's clock minus the house's time, ± `errorMs`; null when the database did not answer. */
  database: { aheadMs: number; errorMs: number } | null
}

/** The result of comparing the clocks. */
export interface ClockStanding {
  /** `set`: the machine's clock has just been set. `apart`: machine and database tell different times. */
  state: 'agree' | 'set' | 'apart'
  /** The machine's lead over the house's time that trading accepts. */
  knownMs: number
  /** The machine's lead since it was last set, and the monotonic time of that moment. */
  leadMs: number
  sinceMs: number
}

/**
 * Judges the clocks from the previous standing and one reading. The house's time is monotonic, so setting a clock moves no
 * deadline. Trading pauses until the machine's clock runs evenly again and agrees with the database's.
 */
export function judgeClocks(before: ClockStanding | null, reading: ClockReading): ClockStanding {
  const { monotonicMs, machineAheadMs: aheadMs } = reading
  const known = before ?? { knownMs: aheadMs, leadMs: aheadMs, sinceMs: monotonicMs }
  const isSet = differ(aheadMs, known.leadMs)
  const leadMs = isSet ? aheadMs : known.leadMs
  const sinceMs = isSet ? monotonicMs : known.sinceMs
  const next = { knownMs: known.knownMs, leadMs, sinceMs }
  if (isApart(reading)) return { ...next, state: 'apart' }
  if (!differ(aheadMs, known.knownMs)) return { ...next, state: 'agree' }
  if (monotonicMs - sinceMs < CLOCKS_SETTLE_MS) return { ...next, state: 'set' }
  return { ...next, knownMs: leadMs, state: 'agree' }
}

/** The log writer's account of the house's time, for its followers and for the next start. */
export interface ToldTime {
  /** The database's clock minus the house's time. */
  leadMs: number
  /** Whether the writer's clocks agree; its time jumps only while they do not. */
  isAgreed: boolean
}

/** Whether a process may trade: the writer's clocks agree, and the process's time equals the writer's within `errorMs`. */
export function isWithWriter(told: ToldTime, own: { leadMs: number; errorMs: number }): boolean {
  return told.isAgreed && Math.abs(own.leadMs - told.leadMs) - own.errorMs <= 2 * CLOCKS_APART_MS
}

/**
 * The house's time at a start, in ms. It continues from the last recorded time, so that a restart shortens no order and downtime
 * counts. If two clocks disagree, the earlier wins. It never begins before the newest tick; a first start takes the machine's
 * clock.
 */
export function timeAtStart(facts: {
  machineMs: number
  databaseMs: number
  told: ToldTime | null
  lastTickAtMs: number | null
}): number {
  const { machineMs, databaseMs, told, lastTickAtMs } = facts
  const isOne = told === null || !differ(machineMs, databaseMs)
  const clockMs = isOne ? machineMs : Math.min(machineMs, Math.floor(databaseMs))
  const ownMs = told !== null && differ(told.leadMs, 0) ? clockMs - told.leadMs : clockMs
  return Math.max(ownMs, lastTickAtMs ?? ownMs)
}

/** Whether two leads differ by more than trading tolerates. */
export function differ(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) > CLOCKS_APART_MS
}

/** Counts only a difference that a slow answer cannot explain. */
function isApart({ machineAheadMs, database }: ClockReading): boolean {
  if (database === null) return false
  return Math.abs(machineAheadMs - database.aheadMs) - database.errorMs > CLOCKS_APART_MS
}
