import type { Taken, YieldEntry } from '../../log/log.ts'
import type { Amount } from '../../money/money.ts'
import { addHeld, copyOf, type Holdings } from '../holdings.ts'
import { PROGRAMME } from '../programme.ts'
import type { MoveLine } from '../evidence.ts'
import { closeDay } from '../sharing.ts'
import { VENUES } from '../simulated/venues.ts'
import { endOf } from './dayInLog.ts'

/** The previous day's loss still to be earned back and earnings taken; null before the first day. */
export type TakenBefore = Pick<YieldEntry, 'carried' | 'taken'> | null

/** Earnings taken by earlier days that lines after number `last` may still not know of. */
export function takenSince(taken: readonly Taken[], last: number): Taken[] {
  return taken.filter(({ next }) => next > last + 1)
}

/** Whether a move was decided before these earnings were taken. */
export function isBefore({ number }: Pick<MoveLine, 'number'>, { next }: Taken): boolean {
  return number < next
}

/**
 * The earnings a day took, by venue. Null unless its entry states them in full: taken between the day's end and the entry, from
 * existing venues, the day's whole earnings, listed after the earlier takings that still matter.
 */
export function takenOn(
  entry: Pick<YieldEntry, 'at' | 'day' | 'last' | 'profit' | 'taken'>,
  before: TakenBefore,
): Taken['usdt'] | null {
  const { earned } = closeDay(BigInt(entry.profit), BigInt(before?.carried ?? 0))
  const older = takenSince(before?.taken ?? [], entry.last)
  const [own, ...more] = entry.taken.slice(older.length)
  if (!older.every((one, i) => isSame(one, entry.taken[i])) || more.length > 0) return null
  if (!own || earned === 0n) return !own && earned === 0n ? {} : null
  const isInTurn = own.next > entry.last && own.next >= (older.at(-1)?.next ?? 0)
  const isInTime = own.at >= endOf(entry.day) && own.at <= entry.at
  const areVenues = Object.keys(own.usdt).every((name) => VENUES.some(({ venue }) => String(venue) === name))
  return isInTurn && isInTime && areVenues && sumOf(own) === earned ? own.usdt : null
}

/** The holdings that a move knew: earnings taken without its knowledge are added back. */
export function heldWithout(
  held: Holdings,
  taken: readonly Taken[],
  move: Pick<MoveLine, 'number'>,
): Holdings {
  const known = copyOf(held)
  for (const { usdt } of taken.filter((one) => isBefore(move, one))) addTaken(known, usdt)
  return known
}

function addTaken(held: Holdings, usdt: Taken['usdt']): void {
  for (const [venue, units] of Object.entries(usdt))
    addHeld(held, Number(venue), PROGRAMME.currency, BigInt(units))
}

function sumOf({ usdt }: Taken): Amount {
  return Object.values(usdt).reduce((sum, units) => sum + BigInt(units), 0n)
}

function isSame(one: Taken, other: Taken | undefined): boolean {
  const names = Object.keys(one.usdt)
  return (
    other?.at === one.at &&
    other.next === one.next &&
    Object.keys(other.usdt).length === names.length &&
    names.every((name) => other.usdt[name] === one.usdt[name])
  )
}
