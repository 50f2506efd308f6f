import {
  FIRST_SEQ,
  type DayEntry,
  type ListEntry,
  type LogEntry,
  type ProductEntry,
  type RevealEntry,
  type YieldEntry,
} from '../../log/log.ts'
import { DAY_MS } from '../../days.ts'
import { dayName, dayOfName } from '../../market/simulated/prices.ts'

/** The log entries of a day's file, sorted by role. */
export interface DayInLog {
  /** The day's own `yield` entry; null unless one was logged after the day's end. */
  entry: YieldEntry | null
  /** The previous day's `yield` entry; null without one. */
  before: YieldEntry | null
  /** Whether the entry names the previous day and continues its line numbers, or is the log's first day. */
  follows: boolean
  /** In the order of the log. */
  trades: ListEntry[]
  hostings: ListEntry[]
  products: ProductEntry[]
  days: DayEntry[]
  reveals: RevealEntry[]
}

/** Finds the entries that decide a day. */
export function dayInLog(entries: readonly LogEntry[], day: string): DayInLog {
  const yields = entries.filter((one) => one.kind === 'yield')
  const [own, ...more] = yields.filter((one) => one.day === day)
  const entry = own && more.length === 0 && own.at >= endOf(day) ? own : null
  const before = yields.find((one) => one.day === dayName((dayOfName(day) ?? 0) - 1)) ?? null
  const others = yields.filter((one) => one !== own && one !== before)
  const start = entries.find(({ seq }) => seq === FIRST_SEQ)
  return {
    entry,
    before,
    follows: entry !== null && others.length === 0 && isNext(entry, before, start),
    trades: entries.filter((one): one is ListEntry => one.kind === 'trades'),
    hostings: entries.filter((one): one is ListEntry => one.kind === 'hostings'),
    products: entries.filter((one) => one.kind === 'product'),
    days: entries.filter((one) => one.kind === 'day'),
    reveals: entries.filter((one) => one.kind === 'reveal'),
  }
}

/**
 * The first day is the day of the log's first entry; any other names the previous day's entry. Before line 1 nothing was traded,
 * so there is no loss to earn back; before statement 1 nothing was hosted.
 */
function isNext(entry: YieldEntry, before: YieldEntry | null, start: LogEntry | undefined): boolean {
  const [firstHosting] = entry.hostings
  if (entry.before !== (before?.seq ?? 0)) return false
  if (before === null)
    return start !== undefined && isWithin(start.at, entry.day) && entry.first === 1 && firstHosting === 1
  return before.seq < entry.seq && entry.first === before.last + 1 && firstHosting === before.hostings[1] + 1
}

/** Whether a time (ms since 1970) lies within a day. */
export function isWithin(at: number, day: string): boolean {
  return at >= startOf(day) && at < endOf(day)
}

/** Start of a day, ms since 1970; for a name that is no day, a time that never comes. */
export function startOf(day: string): number {
  return (dayOfName(day) ?? Infinity) * DAY_MS
}

export function endOf(day: string): number {
  return ((dayOfName(day) ?? Infinity) + 1) * DAY_MS
}
