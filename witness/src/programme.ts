import { closeDay } from '@tickmark/core/arbitrage/sharing'
import { takenOn } from '@tickmark/core/arbitrage/day/taken'
import { areWhole } from '@tickmark/core/arbitrage/holdings'
import type { ListEntry, LogEntry, ProductEntry, Taken, YieldEntry } from '@tickmark/core/log/log'
import { DAY_SECONDS, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'

/** What the next entries of the arbitrage programme must fit to. */
export interface Programme {
  /** The day of the log's first entry, which is the programme's first; null before that entry. */
  start: string | null
  /** Number of the last line that a `trades` entry has, and of the last that a `yield` entry counts. */
  logged: number
  counted: number
  /** The same of the statements about hosting orders: of the last that a `hostings` entry has, and that a `yield` entry counts. */
  stated: number
  countedStatements: number
  /** The newest version of each product, by `mid`. */
  versions: Readonly<Record<string, number>>
  /** The day and the number of the last `yield` entry; null and 0 before the first. */
  day: string | null
  seq: number
  /** What that day left to be earned back. */
  carried: string
  /** What earnings took until it, as its entry tells. */
  taken: readonly Taken[]
  /** The day whose `yield` entry comes next; null before the programme's first entry of any kind. */
  due: string | null
  /** Ticks since that day was over. */
  ticks: number
}

export const NO_PROGRAMME: Programme = {
  start: null,
  logged: 0,
  counted: 0,
  stated: 0,
  countedStatements: 0,
  versions: {},
  day: null,
  seq: 0,
  carried: '0',
  taken: [],
  due: null,
  ticks: 0,
}

/** So many ticks after its day a yield has to come: six hours, without those in which the log stood still. */
const SHARED_WITHIN = 21_600

/** Whether a day of the programme is over, and the house keeps its close to itself. */
export function isUnshared({ ticks }: Programme): boolean {
  return ticks >= SHARED_WITHIN
}

/** What is known of the programme after an entry; null when it does not fit. */
export function withEntry(known: Programme, entry: LogEntry): Programme | null {
  const before = known.start === null ? { ...known, start: dayNameAt(entry.at) } : known
  if (entry.kind === 'tick') return withTick(before, entry.at)
  if (entry.kind === 'trades') return withTrades(begun(before), entry)
  if (entry.kind === 'hostings') return withHostings(begun(before), entry)
  if (entry.kind === 'product') return withProduct(begun(before), entry)
  return entry.kind === 'yield' ? withYield(begun(before), entry) : before
}

/** With its first entry, of whatever kind, all days from the log's first one on are due: no empty day puts off another. */
function begun(before: Programme): Programme {
  return { ...before, due: before.due ?? before.start }
}

/** What is known after a tick. */
export function withTick(before: Programme, atMs: number): Programme {
  const isOver = before.due !== null && dayNameAt(atMs) > before.due
  return isOver ? { ...before, ticks: before.ticks + 1 } : before
}

function dayNameAt(atMs: number): string {
  return dayName(Math.floor(atMs / 1000 / DAY_SECONDS))
}

/** What is known after a `trades` entry; null unless its lines have the next numbers. */
export function withTrades(
  before: Programme,
  { count, first, last }: Pick<ListEntry, 'count' | 'first' | 'last'>,
): Programme | null {
  const follows = first === before.logged + 1 && count === last - first + 1
  return follows ? { ...before, logged: last } : null
}

/** What is known after a `hostings` entry; null unless its statements have the next numbers. */
export function withHostings(
  before: Programme,
  { count, first, last }: Pick<ListEntry, 'count' | 'first' | 'last'>,
): Programme | null {
  const follows = first === before.stated + 1 && count === last - first + 1
  return follows ? { ...before, stated: last } : null
}

/** What is known after a `product` entry; null unless it is the next version of its product. */
export function withProduct(
  before: Programme,
  { mid, version }: Pick<ProductEntry, 'mid' | 'version'>,
): Programme | null {
  const follows = version === (before.versions[mid] ?? 0) + 1
  return follows ? { ...before, versions: { ...before.versions, [mid]: version } } : null
}

/**
 * What is known after a `yield` entry; null unless it is of the day that is due, after its end, names the entry of the day before, counts
 * the next lines and statements, of which entries before it have all, and its sums, with what is held at the venues and taken from them, follow from its
 * profit and the day before.
 */
export function withYield(before: Programme, entry: YieldEntry): Programme | null {
  const { day, first, last, profit, real, simulated } = entry
  const { carried, pool } = closeDay(BigInt(profit), BigInt(before.carried))
  const isNext = day === before.due && entry.before === before.seq
  const isOver = entry.at >= ((dayOfName(day) ?? Infinity) + 1) * DAY_SECONDS * 1000
  const isCounted = first === before.counted + 1 && last <= before.logged
  const [firstStatement, lastStatement] = entry.hostings
  const isStated = firstStatement === before.countedStatements + 1 && lastStatement <= before.stated
  const isSum = entry.carried === String(carried) && entry.pool === String(pool)
  const isPaid = [real, simulated].every(([, , paid]) => BigInt(paid) <= pool)
  const isHeld = areWhole(entry.held, carried) && takenOn(entry, before) !== null
  if (!isNext || !isOver || !isCounted || !isStated || !isSum || !isPaid || !isHeld) return null
  const due = dayName((dayOfName(day) ?? 0) + 1)
  const counted = { counted: last, countedStatements: lastStatement }
  return {
    ...before,
    ...counted,
    day,
    seq: entry.seq,
    carried: entry.carried,
    taken: entry.taken,
    due,
    ticks: 0,
  }
}
