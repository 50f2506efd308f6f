import { DAY_MS } from '../days.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import type { LimitKind } from './limitKinds.ts'

/** A looser limit takes effect this long after the request. */
export const LOOSENING_MS = DAY_MS

const MOST_USDT = 1_000_000
/** Maximum value of each: whole USDT, or the minutes of the span. The minimum is 1. */
const MOST: Readonly<Record<LimitKind, number>> = {
  lossDay: MOST_USDT,
  lossWeek: MOST_USDT,
  stakeDay: MOST_USDT,
  stakeWeek: MOST_USDT,
  minutesDay: 1_440,
  minutesWeek: 10_080,
}

/** One limit: whole USDT or whole minutes, null for none. */
export interface Limit {
  value: number | null
  /** A looser value that takes effect at `fromMs`. */
  pending: { value: number | null; fromMs: number } | null
}

/** The state of a limit that was never set. */
export const NO_LIMIT: Limit = { value: null, pending: null }

/**
 * Parses a requested limit: a whole number within the kind's bounds, surrounding blanks allowed; an empty text means no
 * limit.
 */
export function readLimit(kind: LimitKind, text: string): Decision<number | null, { code: 'limit_invalid' }> {
  const trimmed = text.trim()
  if (trimmed === '') return accept(null)
  const value = /^[1-9]\d{0,6}$/.test(trimmed) ? Number(trimmed) : 0
  return value >= 1 && value <= MOST[kind] ? accept(value) : refuse({ code: 'limit_invalid' })
}

/** The value in force at a time; null for none. */
export function inForce({ value, pending }: Limit, nowMs: number): number | null {
  return pending && pending.fromMs <= nowMs ? pending.value : value
}

/** A limit at a given time: a pending value that is due has become its value. */
export function limitAt(limit: Limit, nowMs: number): Limit {
  const value = inForce(limit, nowMs)
  return { value, pending: limit.pending && limit.pending.fromMs > nowMs ? limit.pending : null }
}

/**
 * Applies a requested value to a limit. A tighter value takes effect at once, a looser one after 24 hours; either
 * replaces an earlier request. Requesting the same looser value again changes nothing, so it does not restart the 24
 * hours.
 */
export function changeOf(current: Limit, wish: number | null, nowMs: number): Limit {
  const { value, pending } = limitAt(current, nowMs)
  if (!isLooser(wish, value)) return { value: wish, pending: null }
  if (pending && pending.value === wish) return { value, pending }
  return { value, pending: { value: wish, fromMs: nowMs + LOOSENING_MS } }
}

function isLooser(wish: number | null, held: number | null): boolean {
  return held !== null && (wish === null || wish > held)
}
