import { closeDay } from '@tickmark/core/arbitrage/sharing'
import { takenOn } from '@tickmark/core/arbitrage/day/taken'
import { areWhole } from '@tickmark/core/arbitrage/holdings'
import { canLeaveMoving } from '@tickmark/core/arbitrage/moving'
import type { ListEntry, LogEntry, Moving, ProductEntry, Taken, YieldEntry } from '@tickmark/core/log/log'
import { DAY_SECONDS, dayAt, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'

/** Facts that the next entries of the arbitrage programme must match. */
export interface Programme {
  /** The day of the log's first entry, which is the programme's first; null before that entry. */
  start: string | null
  /** Number of the last line in a `trades` entry, and of the last line that a `yield` entry counts. */
  logged: number
  counted: number
  /** Number of the last statement in a `hostings` entry, and of the last statement that a `yield` entry counts. */
  stated: number
  countedStatements: number
  /** The newest version of each product, by `mid`. */
  versions: Readonly<Record<string, number>>
  /** The day and the number of the last `yield` entry; null and 0 before the first. */
  day: string | null
  seq: number
  /** The loss that day left to be earned back. */
  carried: string
  /** The moves under way after that day, as its entry states. */
  moving: readonly Moving[]
  /** The earnings taken up to that day, as its entry states. */
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
  moving: [],
  taken: [],
  due: null,
  ticks: 0,
}

/** Number of ticks after its day within which a `yield` entry must come: six hours, not counting times when the log stalled. */
const SHARED_WITHIN = 21_600

/** Whether the house withholds the close of a finished day. */
export function isUnshared({ ticks }: Programme): boolean {
  return ticks >= SHARED_WITHIN
}

/** The facts after an entry; null when the entry does not match. */
export function programmeAfter(known: Programme, entry: LogEntry): Programme | null {
  const before = known.start === null ? { ...known, start: dayNameAt(entry.at) } : known
  if (entry.kind === 'tick') return withTick(before, entry.at)
  if (entry.kind === 'trades') return withTrades(begun(before), entry)
  if (entry.kind === 'hostings') return withHostings(begun(before), entry)
  if (entry.kind === 'product') return withProduct(begun(before), entry)
  return entry.kind === 'yield' ? withYield(begun(before), entry) : before
}

/** The programme's first entry, of any kind, makes all days due from the log's first on, so that no empty day delays another. */
function begun(before: Programme): Programme {
  return { ...before, due: before.due ?? before.start }
}

/** The facts after a tick. */
export function withTick(before: Programme, atMs: number): Programme {
  const isOver = before.due !== null && dayNameAt(atMs) > before.due
  return isOver ? { ...before, ticks: before.ticks + 1 } : before
}

function dayNameAt(atMs: number): string {
  return dayName(dayAt(atMs))
}

/** The facts after a `trades` entry; null unless its lines have the next numbers. */
export function withTrades(
  before: Programme,
  { count, first, last }: Pick<ListEntry, 'count' | 'first' | 'last'>,
): Programme | null {
  const follows = first === before.logged + 1 && count === last - first + 1
  return follows ? { ...before, logged: last } : null
}

/** The facts after a `hostings` entry; null unless its statements have the next numbers. */
export function withHostings(
  before: Programme,
  { count, first, last }: Pick<ListEntry, 'count' | 'first' | 'last'>,
): Programme | null {
  const follows = first === before.stated + 1 && count === last - first + 1
  return follows ? { ...before, stated: last } : null
}

/** The facts after a `product` entry; null unless it is the next version of its product. */
export function withProduct(
  before: Programme,
  { mid, version }: Pick<ProductEntry, 'mid' | 'version'>,
): Programme | null {
  const follows = version === (before.versions[mid] ?? 0) + 1
  return follows ? { ...before, versions: { ...before.versions, [mid]: version } } : null
}

/**
 * The facts after a `yield` entry. Null unless it is for the due day, comes after the day's end, names the previous day's entry,
 * counts the next lines and statements, all logged before it, and its sums, holdings, moves under way and earnings taken
 * follow from its profit and the day before.
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
  const isMoving = canLeaveMoving(entry, before.moving)
  const isHeld = areWhole(entry, carried) && isMoving && takenOn(entry, before) !== null
  if (!isNext || !isOver || !isCounted || !isStated || !isSum || !isPaid || !isHeld) return null
  const due = dayName((dayOfName(day) ?? 0) + 1)
  const counted = { counted: last, countedStatements: lastStatement }
  return {
    ...before,
    ...counted,
    day,
    seq: entry.seq,
    carried: entry.carried,
    moving: entry.moving,
    taken: entry.taken,
    due,
    ticks: 0,
  }
}
