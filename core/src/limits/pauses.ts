import { HOUR_MS, monthsLater } from '../days.ts'
import { accept, refuse, type Decision } from '../decision.ts'

/** Ends of a user's break and self-exclusion, ms since 1970; 0 for none. */
export interface Pauses {
  breakUntilMs: number
  excludedUntilMs: number
}

/** The pause that stands in the way, and its end. */
export interface PauseRefusal {
  code: 'on_break' | 'excluded'
  untilMs: number
}

/** The user's pause at a moment; null without one. Of two, the self-exclusion is named. */
export function pauseAt({ breakUntilMs, excludedUntilMs }: Pauses, nowMs: number): PauseRefusal | null {
  if (excludedUntilMs > nowMs) return { code: 'excluded', untilMs: excludedUntilMs }
  if (breakUntilMs > nowMs) return { code: 'on_break', untilMs: breakUntilMs }
  return null
}

/** A pause is only ever extended; `untilMs` is the end of the running one. */
export interface ShorterPause {
  code: 'break_runs_longer'
  untilMs: number
}

/** The end of a break of some hours from now on; refused when a break or an exclusion runs longer. */
export function breakUntil(pauses: Pauses, hours: number, nowMs: number): Decision<number, ShorterPause> {
  return extended(Math.max(pauses.breakUntilMs, pauses.excludedUntilMs), nowMs + hours * HOUR_MS)
}

/** The end of a self-exclusion of some calendar months from now on; refused when one runs longer. */
export function exclusionUntil(
  pauses: Pauses,
  months: number,
  nowMs: number,
): Decision<number, ShorterPause> {
  return extended(pauses.excludedUntilMs, monthsLater(nowMs, months))
}

function extended(runsUntilMs: number, untilMs: number): Decision<number, ShorterPause> {
  if (untilMs < runsUntilMs) return refuse({ code: 'break_runs_longer', untilMs: runsUntilMs })
  return accept(untilMs)
}
