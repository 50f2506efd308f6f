import { accept, refuse, type Decision } from '../decision.ts'
import type { LimitKind } from './limitKinds.ts'

export const HOUR_MS = 3_600_000
/** A looser limit comes into force this long after it was asked for. */
export const LOOSENING_MS = 24 * HOUR_MS

const MOST_USDT = 1_000_000
/** Largest value of each: whole USDT, or the minutes of the span. The smallest is 1. */
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
  /** A looser value that takes its place at `fromMs`. */
  pending: { value: number | null; fromMs: number } | null
}

/** What holds for whoever has never set it. */
export const NO_LIMIT: Limit = { value: null, pending: null }

/** Reads a wish: a whole number within the kind's bounds, blanks around it allowed; nothing at all means no limit. */
export function readLimit(kind: LimitKind, text: string): Decision<number | null, { code: 'limit_invalid' }> {
  const trimmed = text.trim()
  if (trimmed === '') return accept(null)
  const value = /^[1-9]\d{0,6}$/.test(trimmed) ? Number(trimmed) : 0
  return value >= 1 && value <= MOST[kind] ? accept(value) : refuse({ code: 'limit_invalid' })
}

/** The value that holds at a moment; null for none. */
export function inForce({ value, pending }: Limit, nowMs: number): number | null {
  return pending && pending.fromMs <= nowMs ? pending.value : value
}

/** A limit as it stands at a moment: a pending value whose time has come is its value. */
export function limitAt(limit: Limit, nowMs: number): Limit {
  const value = inForce(limit, nowMs)
  return { value, pending: limit.pending && limit.pending.fromMs > nowMs ? limit.pending : null }
}

/**
 * What a wish makes of a limit: tighter holds at once, looser waits its 24 hours, and either way an earlier wish is gone.
 * The same looser wish again changes nothing, so that asking twice does not put it off.
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

/** The moment so many calendar months (UTC) later; a day that the month lacks is its last one. */
export function monthsLater(nowMs: number, months: number): number {
  const later = new Date(nowMs)
  const day = later.getUTCDate()
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  return later.setUTCDate(Math.min(day, last))
}
