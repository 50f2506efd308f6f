import type { DayEntry, ListEntry, LogEntry, ProductEntry, RevealEntry, YieldEntry } from '../../log/log.ts'
import { DAY_MS } from '../../days.ts'
import { dayName, dayOfName } from '../../market/simulated/prices.ts'

/** What the log's entries in a day's file are. */
export interface DayInLog {
  /** The day's own `yield` entry; null unless there is one, after its day. */
  entry: YieldEntry | null
  /** That of the day before; null without one. */
  before: YieldEntry | null
  /** Whether the day counts the next lines after the day before, or is the first one with lines. */
  follows: boolean
  /** In the order of the log. */
  trades: ListEntry[]
  hostings: ListEntry[]
  products: ProductEntry[]
  days: DayEntry[]
  reveals: RevealEntry[]
}

/** Finds in the shown entries what decides a day. */
export function dayInLog(entries: readonly LogEntry[], day: string): DayInLog {
  const yields = entries.filter((one) => one.kind === 'yield')
  const [own, ...more] = yields.filter((one) => one.day === day)
  const entry = own && more.length === 0 && own.at >= endOf(day) ? own : null
  const before = yields.find((one) => one.day === dayName((dayOfName(day) ?? 0) - 1)) ?? null
  const others = yields.filter((one) => one !== own && one !== before)
  return {
    entry,
    before,
    follows: entry !== null && others.length === 0 && isNext(entry, before),
    trades: entries.filter((one): one is ListEntry => one.kind === 'trades'),
    hostings: entries.filter((one): one is ListEntry => one.kind === 'hostings'),
    products: entries.filter((one) => one.kind === 'product'),
    days: entries.filter((one) => one.kind === 'day'),
    reveals: entries.filter((one) => one.kind === 'reveal'),
  }
}

/** Before line 1 nothing was traded, so nothing is to be earned back; before statement 1 nothing was hosted. */
function isNext(entry: YieldEntry, before: YieldEntry | null): boolean {
  const [firstHosting] = entry.hostings
  if (before === null) return entry.first === 1 && firstHosting === 1
  return before.seq < entry.seq && entry.first === before.last + 1 && firstHosting === before.hostings[1] + 1
}

/** Start of a day, ms since 1970; of a name that is no day, never. */
export function startOf(day: string): number {
  return (dayOfName(day) ?? Infinity) * DAY_MS
}

export function endOf(day: string): number {
  return ((dayOfName(day) ?? Infinity) + 1) * DAY_MS
}
